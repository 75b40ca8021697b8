import type { Encoding } from '../answer/negotiate.ts';
import { digestOf, formOf, MadeFiles, toGzip, type MadeFile } from '../made-files.ts';
import type { FileFacts, Part, SiteFile, SiteSource } from '../site-source.ts';
import { hasPageLinks, PageAddresses, sitemapFile } from './page-addresses.ts';

/** Increase this number when the content created from a file changes. */
const formVersion = 1;
/** Only the beginning of a sitemap is read, because its first entries are sufficient. */
const sitemapBytes = 16 * 1024;

/**
 * A version whose pages link to addresses instead of files. When a page is first requested, it is rewritten,
 * compressed, and stored in the source's cache, if it has one. All other files are read from the version.
 */
export class CleanSource implements SiteSource {
  readonly id: string;
  readonly build: SiteSource['build'];
  readonly kind: SiteSource['kind'];
  readonly features: SiteSource['features'];
  readonly basePath: string;
  readonly redirects: SiteSource['redirects'];
  readonly vectors: SiteSource['vectors'];
  readonly sealed: SiteSource['sealed'];
  readonly isProtected: boolean;
  /** The version as it is stored. */
  readonly base: SiteSource;
  readonly #hidesSignIn: boolean;
  readonly #made = new MadeFiles();
  #addresses: Promise<PageAddresses> | undefined;

  /** @param hidesSignIn whether sign-in links are removed from pages */
  constructor(base: SiteSource, hidesSignIn: boolean) {
    this.#hidesSignIn = hidesSignIn;
    this.id = base.id;
    this.build = base.build;
    this.kind = base.kind;
    this.features = base.features;
    this.basePath = base.basePath;
    this.redirects = base.redirects;
    this.vectors = base.vectors?.bind(base);
    this.sealed = base.sealed;
    this.isProtected = base.isProtected === true;
    this.base = base;
  }

  look(path: string): SiteFile | undefined {
    return this.base.look(path);
  }

  inspect(file: SiteFile, network = ''): FileFacts | Promise<FileFacts> {
    if (!this.#isMade(file)) return this.base.inspect(file, network);
    return this.#made.inspect(file.path, () => this.#make(file, network));
  }

  async read(file: SiteFile, encoding: Encoding, network = ''): Promise<Buffer> {
    if (!this.#isMade(file)) return this.base.read(file, encoding, network);
    return formOf(await this.#made.read(file.path, () => this.#make(file, network)), file.path, encoding);
  }

  async *stream(file: SiteFile, encoding: Encoding, part: Part, network = ''): AsyncGenerator<Buffer> {
    if (!this.#isMade(file)) return yield* this.base.stream(file, encoding, part, network);
    yield (await this.read(file, encoding, network)).subarray(part.offset, part.offset + part.size);
  }

  /** Returns `content` with clean links. It may differ from the file's stored content, for example after edits. */
  async clean(file: SiteFile, content: Buffer, network: string): Promise<Buffer> {
    return this.#isMade(file) ? (await this.#readAddresses(network)).clean(file, content) : content;
  }

  /** Creates files again when they are next requested, for example after the source has added encoded forms. */
  forget(): void {
    this.#made.clear();
  }

  hold(): void {
    this.base.hold();
  }

  release(): Promise<void> {
    return this.base.release();
  }

  #look(path: string): SiteFile | undefined {
    return this.base.look(path) ?? this.sealed?.look(path);
  }

  #isMade(file: SiteFile): boolean {
    return hasPageLinks(file, (path) => this.#look(path));
  }

  async #make(file: SiteFile, network: string): Promise<MadeFile> {
    const { base } = this;
    // Verifies the file if the source checks content only once.
    const { sources } = await base.inspect(file, network);
    let content: Buffer | undefined;
    const write = async (): Promise<Buffer> => {
      content = await this.clean(file, await base.read(file, 'identity', network), network);
      return packForm(content, await toGzip(content));
    };
    const name = `clean-links-${formVersion}${this.#hidesSignIn ? '-without-sign-in' : ''} ${file.path}`;
    const { size, sha256, zipped } = unpackForm((await base.cached?.(name, write, network)) ?? (await write()));
    const br = await base.brotliOf?.(sha256);
    const facts = { gzip: zipped.length, br: br?.length, sources, content: { size, sha256 } };
    return { facts, content, gzip: zipped, br };
  }

  #readAddresses(network: string): Promise<PageAddresses> {
    this.#addresses ??= this.#openAddresses(network).catch((error: unknown) => {
      // The next request may succeed.
      this.#addresses = undefined;
      throw error;
    });
    return this.#addresses;
  }

  async #openAddresses(network: string): Promise<PageAddresses> {
    const { base } = this;
    const { basePath, redirects } = base;
    const parts: Buffer[] = [];
    const sitemap = base.look(sitemapFile);
    if (sitemap !== undefined) {
      await base.inspect(sitemap, network);
      const part = { offset: 0, size: Math.min(sitemap.size, sitemapBytes) };
      for await (const piece of base.stream(sitemap, 'identity', part, network)) parts.push(piece);
    }
    const site = { basePath, redirects, look: (path: string) => this.#look(path) };
    return new PageAddresses(site, Buffer.concat(parts).toString(), this.#hidesSignIn);
  }
}

const digestBytes = 32;
const headBytes = digestBytes + 4;

/**
 * Returns the gzip form, preceded by the digest and size of the content, so that a cached form doesn't have to be
 * decompressed.
 */
function packForm(content: Buffer, zipped: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.write(digestOf(content), 'hex');
  head.writeUInt32LE(content.length, digestBytes);
  return Buffer.concat([head, zipped]);
}

function unpackForm(form: Buffer): { readonly sha256: string; readonly size: number; readonly zipped: Buffer } {
  return {
    sha256: form.toString('hex', 0, digestBytes),
    size: form.readUInt32LE(digestBytes),
    zipped: form.subarray(headBytes),
  };
}
