import { createHash } from 'node:crypto';
import { isCompressible, pageSourcesOf, type StoredEdit } from '@docwright/bundle';
import { digestOf, MadeFiles, toGzip, type MadeFile } from '../made-files.ts';
import type { FileFacts, SealedContent, SiteFile, SiteSource } from '../site-source.ts';

/** The first choices that an audience meets in a file. */
export interface ChosenEdits {
  /** Equal for audiences that see the same content. */
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

/** Changes edited content before it is compressed. */
export type Finish = (file: SiteFile, content: Buffer, network: string) => Promise<Buffer>;

/**
 * The edited files of a version. Audiences with the same choices in a file share it and its facts.
 * @throws (all methods) if a part is missing or damaged: a file is never sent with only some of its edits
 */
export class EditedFiles {
  readonly #source: SiteSource;
  readonly #sealed: SealedContent;
  readonly #finish: Finish;
  readonly #made = new MadeFiles();

  /** @param source the version as it is stored, to which the edits apply */
  constructor(source: SiteSource, sealed: SealedContent, finish: Finish = async (_file, content) => content) {
    this.#source = source;
    this.#sealed = sealed;
    this.#finish = finish;
  }

  inspect(file: SiteFile, chosen: ChosenEdits, network: string): Promise<FileFacts> {
    return this.#made.inspect(keyOf(file, chosen), () => this.#make(file, chosen, network));
  }

  read(file: SiteFile, chosen: ChosenEdits, network: string): Promise<MadeFile> {
    return this.#made.read(keyOf(file, chosen), () => this.#make(file, chosen, network));
  }

  async #make(file: SiteFile, { edits }: ChosenEdits, network: string): Promise<MadeFile> {
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
    const content = await this.#finish(file, Buffer.concat([...parts, stored.subarray(from)]), network);
    const zipped = isCompressible(file.contentType) ? await toGzip(content) : undefined;
    const sources = pageSourcesOf(file.contentType, content);
    const facts = {
      gzip: zipped?.length,
      br: undefined,
      sources,
      content: { size: content.length, sha256: digestOf(content) },
    };
    return { facts, content, gzip: zipped, br: undefined };
  }
}

const keyOf = ({ path }: SiteFile, { key }: ChosenEdits): string => `${path}\n${key}`;
