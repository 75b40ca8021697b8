import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isCompressible, pageSourcesOf, type StoredEdit } from '@docwright/bundle';
import type { FileFacts, SealedContent, SiteFile, SiteSource } from '../site-source.ts';

const compress = promisify(gzip);

/** The first choices that an audience meets in a file. */
export interface ChosenEdits {
  /** Equal for audiences that see the same file. */
  readonly key: string;
  readonly edits: readonly { readonly at: number; readonly remove: number; readonly segment: number }[];
}

/** @returns `undefined` if the audience sees the unedited file */
export function chooseEdits(edits: readonly StoredEdit[], met: ReadonlySet<number>): ChosenEdits | undefined {
  const chosen = edits.flatMap(({ at, remove, choices }) => {
    const choice = choices.find(({ when }) => met.has(when));
    return choice === undefined ? [] : [{ at, remove, segment: choice.segment }];
  });
  if (chosen.length === 0) return undefined;
  const text = chosen.map(({ at, segment }) => `${at} ${segment}`).join('\n');
  return { key: createHash('sha256').update(text).digest('base64url'), edits: chosen };
}

interface EditedFile {
  readonly facts: FileFacts;
  readonly content: Buffer;
  readonly gzip: Buffer | undefined;
}

/**
 * Maximum bytes of edited files in memory, from the request until the response is sent or another request needs the
 * file.
 */
const maxRecentBytes = 16 * 1024 * 1024;
const maxFacts = 4_096;
const gzipLevel = 6;

/**
 * The edited files of a version. Audiences with the same choices in a file share it and its facts.
 * @throws (all methods) if a part is missing or damaged: a file is never sent with only some of its edits
 */
export class EditedFiles {
  readonly #source: SiteSource;
  readonly #sealed: SealedContent;
  readonly #facts = new Map<string, FileFacts>();
  readonly #running = new Map<string, Promise<EditedFile>>();
  readonly #recent = new Map<string, EditedFile>();
  #recentBytes = 0;

  constructor(source: SiteSource, sealed: SealedContent) {
    this.#source = source;
    this.#sealed = sealed;
  }

  async inspect(file: SiteFile, chosen: ChosenEdits, network: string): Promise<FileFacts> {
    const key = keyOf(file, chosen);
    const known = this.#facts.get(key);
    if (known !== undefined) return known;
    const { facts } = await this.#make(file, chosen, network);
    if (this.#facts.size >= maxFacts) this.#facts.clear();
    this.#facts.set(key, facts);
    return facts;
  }

  async read(file: SiteFile, chosen: ChosenEdits, network: string): Promise<Pick<EditedFile, 'content' | 'gzip'>> {
    return this.#make(file, chosen, network);
  }

  #make(file: SiteFile, chosen: ChosenEdits, network: string): Promise<EditedFile> {
    const key = keyOf(file, chosen);
    const recent = this.#recent.get(key);
    if (recent !== undefined) return Promise.resolve(recent);
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const making = this.#makeOnce(file, chosen, network)
      .then((made) => {
        this.#keepRecent(key, made);
        return made;
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, making);
    return making;
  }

  async #makeOnce(file: SiteFile, { edits }: ChosenEdits, network: string): Promise<EditedFile> {
    // Verifies the file, for sources that compare content once.
    await this.#source.inspect(file, network);
    const stored = await this.#source.read(file, 'identity', network);
    const segments = await this.#sealed.segments(
      edits.map(({ segment }) => segment),
      network,
    );
    const parts: Buffer[] = [];
    let from = 0;
    for (const { at, remove, segment } of edits) {
      const insert = segments.get(segment);
      if (insert === undefined) throw new Error(`a segment of ${file.path} is missing`);
      parts.push(stored.subarray(from, at), insert);
      from = at + remove;
    }
    const content = Buffer.concat([...parts, stored.subarray(from)]);
    const zipped = isCompressible(file.contentType) ? await compress(content, { level: gzipLevel }) : undefined;
    const sha256 = createHash('sha256').update(content).digest('hex');
    const sources = pageSourcesOf(file.contentType, content);
    const facts = { gzip: zipped?.length, br: undefined, sources, content: { size: content.length, sha256 } };
    return { facts, content, gzip: zipped };
  }

  #keepRecent(key: string, made: EditedFile): void {
    const bytes = bytesOf(made);
    if (bytes > maxRecentBytes || this.#recent.has(key)) return;
    this.#recent.set(key, made);
    this.#recentBytes += bytes;
    for (const [oldest, file] of this.#recent) {
      if (this.#recentBytes <= maxRecentBytes) break;
      this.#recent.delete(oldest);
      this.#recentBytes -= bytesOf(file);
    }
  }
}

const keyOf = ({ path }: SiteFile, { key }: ChosenEdits): string => `${path}\n${key}`;
const bytesOf = ({ content, gzip: zipped }: EditedFile): number => content.length + (zipped?.length ?? 0);
