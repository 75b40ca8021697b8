import { isReadablePath } from '../policy/readable-path.ts';
import type { BaseFile, BaseFiles } from '../ports.ts';
import { describePage, type PageCard } from '../search/page-card.ts';
import { decodeText } from '../overlay/decode-text.ts';

/**
 * The base commit, and data that is derived from it once for all turns that start from it: the files that can be shown,
 * their text, and search data. Otherwise, every job on one commit of a large repository would have its own copy.
 */
export class BaseLibrary implements BaseFiles {
  readonly #files: BaseFiles;
  readonly #texts = new Map<string, string | null>();
  readonly #cards = new Map<string, PageCard>();
  #readable: Promise<readonly BaseFile[]> | undefined;
  #renames: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(files: BaseFiles) {
    this.#files = files;
  }

  static of(files: BaseFiles): BaseLibrary {
    return files instanceof BaseLibrary ? files : new BaseLibrary(files);
  }

  list(): Promise<readonly BaseFile[]> {
    return this.#files.list();
  }

  get skipped(): readonly string[] {
    return this.#files.skipped ?? [];
  }

  read(path: string): Promise<Uint8Array | undefined> {
    return this.#files.read(path);
  }

  findRenames(): Promise<ReadonlyMap<string, string>> {
    this.#renames ??= this.#files.findRenames?.() ?? Promise.resolve(new Map());
    return this.#renames;
  }

  async isInLfs(path: string): Promise<boolean> {
    return (await this.#files.isInLfs?.(path)) ?? false;
  }

  /** Files that may be shown to a model, sorted. */
  listReadable(): Promise<readonly BaseFile[]> {
    this.#readable ??= this.#files.list().then((files) => files.filter(({ path }) => isReadablePath(path)));
    return this.#readable;
  }

  /** The text of a file, or `undefined` if it doesn't exist; null for bytes that aren't text. */
  async text(path: string): Promise<string | null | undefined> {
    const known = this.knownText(path);
    if (known !== undefined) return known;
    const bytes = await this.#files.read(path);
    if (bytes === undefined) return undefined;
    const text = decodeText(bytes) ?? null;
    this.#texts.set(path, text);
    return text;
  }

  /** Text that was requested earlier. */
  knownText(path: string): string | null | undefined {
    return this.#texts.get(path);
  }

  /** Returns the search data of a page; `text` is its text in the base. */
  card(path: string, text: string): PageCard {
    const card = this.#cards.get(path) ?? describePage(path, text);
    this.#cards.set(path, card);
    return card;
  }
}
