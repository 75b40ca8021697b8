/**
 * Local files, in a folder or in memory, as a source of responses. Their content must not change while the source is
 * open.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { contentTypeOf, pageSourcesOf, resolveFeatures, type DeploymentKind } from '@docwright/bundle';
import type { FileFacts, Part, SiteFile, SiteSource } from '../site-source.ts';

export interface ReadableFile {
  readonly size: number;
  readonly read: () => Promise<Buffer>;
}

export interface FileSourceOptions {
  readonly files: ReadonlyMap<string, ReadableFile>;
  readonly basePath?: string;
  readonly kind?: DeploymentKind;
  readonly features?: SiteSource['features'];
}

/** Lists the current files of a folder. Symbolic links aren't followed. */
export async function listFolderFiles(folder: string): Promise<Map<string, ReadableFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, ReadableFile>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const { size } = await stat(file);
    files.set(relative(folder, file).split(sep).join('/'), { size, read: () => readFile(file) });
  }
  return files;
}

export function openFileSource(options: FileSourceOptions): SiteSource {
  return new FileSource(options);
}

class FileSource implements SiteSource {
  readonly id: string;
  readonly kind: DeploymentKind;
  readonly features: SiteSource['features'];
  readonly basePath: string;
  readonly redirects: SiteSource['redirects'] = [];
  readonly #files: ReadonlyMap<string, ReadableFile>;

  constructor({ files, basePath = '', kind = 'client-hosted', features }: FileSourceOptions) {
    const names = [...files].map(([path, { size }]) => `${path} ${size}`).sort();
    this.id = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 24);
    this.kind = kind;
    this.features = features ?? resolveFeatures(kind, {});
    this.basePath = basePath;
    this.#files = files;
  }

  look(path: string): SiteFile | undefined {
    const file = this.#files.get(path);
    if (file === undefined) return undefined;
    // A digest of the name, because a lookup doesn't read the content.
    const sha256 = createHash('sha256').update(`${this.id} ${path}`).digest('hex');
    return { path, contentType: contentTypeOf(path), size: file.size, sha256 };
  }

  async inspect(file: SiteFile): Promise<FileFacts> {
    const content = await this.read(file);
    return { gzip: undefined, br: undefined, sources: pageSourcesOf(file.contentType, content) };
  }

  async read({ path }: SiteFile): Promise<Buffer> {
    const content = await this.#files.get(path)?.read();
    if (content === undefined) throw new Error(`${path} is not one of the files`);
    return content;
  }

  async *stream(file: SiteFile, _encoding: 'identity' | 'gzip' | 'br', { offset, size }: Part): AsyncGenerator<Buffer> {
    yield (await this.read(file)).subarray(offset, offset + size);
  }

  hold(): void {}

  async release(): Promise<void> {}
}
