import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { contentTypeOf, pageSourcesOf, resolveFeatures } from '@docwright/bundle';
import type { SiteFile, SiteSource } from '@docwright/site-server';
import type { SiteFolder, SiteRenderer } from '../../building/site-rendering/index.ts';

/** Builder processes for the manual belong to no organization. */
const organizationId = 'manual';
const isCompressible = /^(?:text\/|image\/svg|application\/(?:json|javascript|xml|manifest))/;

const compress = promisify(gzip);
const expand = promisify(gunzip);

interface StoredFile extends SiteFile {
  readonly isCompressed: boolean;
  /** Compressed if that makes the file smaller: 20 MB of pages become 3 MB. */
  readonly stored: Buffer;
}

export interface ManualRequest {
  readonly folder: SiteFolder;
  /** `/docs`, possibly below the path of a proxy. */
  readonly basePath: string;
  readonly signal: AbortSignal;
}

/** The manual as a site in memory, rendered by a builder process like customers' sites. */
export async function buildManual(renderer: Pick<SiteRenderer, 'render'>, request: ManualRequest): Promise<SiteSource> {
  const { folder, basePath, signal } = request;
  // Compressed in parallel with the build, which doesn't wait for it.
  const storing: Promise<StoredFile>[] = [];
  await renderer.render({
    organizationId,
    folder,
    basePath,
    siteUrl: '',
    features: {
      offlineSearch: true,
      search: false,
      assistant: false,
      analytics: false,
      feedback: false,
      playground: true,
      socialImages: false,
      aiLinks: false,
    },
    paths: [],
    onFile: async ({ path, bytes }) => void storing.push(store(path, Buffer.from(bytes))),
    onProgress: () => undefined,
    signal,
  });
  const files = await Promise.all(storing);
  return toSource(new Map(files.map((file) => [file.path, file])), basePath);
}

async function store(path: string, content: Buffer): Promise<StoredFile> {
  const contentType = contentTypeOf(path);
  const isCompressed = isCompressible.test(contentType) && content.length > 512;
  return {
    path,
    contentType,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    isCompressed,
    stored: isCompressed ? await compress(content) : content,
  };
}

function toSource(files: ReadonlyMap<string, StoredFile>, basePath: string): SiteSource {
  const find = ({ path }: SiteFile): StoredFile => {
    const file = files.get(path);
    if (file === undefined) throw new Error(`${path} is not a file of the manual`);
    return file;
  };
  const readPlain = async (asked: SiteFile): Promise<Buffer> => {
    const { isCompressed, stored } = find(asked);
    return isCompressed ? expand(stored) : stored;
  };
  return {
    id: createHash('sha256')
      .update([...files.values()].map(({ path, sha256 }) => `${path} ${sha256}`).join('\n'))
      .digest('hex')
      .slice(0, 24),
    kind: 'client-hosted',
    features: resolveFeatures('client-hosted', {}),
    basePath,
    redirects: [],
    look: (path) => files.get(path),
    inspect: async (file) => ({
      gzip: find(file).isCompressed ? find(file).stored.length : undefined,
      br: undefined,
      sources: pageSourcesOf(file.contentType, await readPlain(file)),
    }),
    read: async (file, encoding) => (encoding === 'gzip' ? find(file).stored : readPlain(file)),
    stream: async function* (file, encoding, { offset, size }) {
      const content = encoding === 'gzip' ? find(file).stored : await readPlain(file);
      yield content.subarray(offset, offset + size);
    },
    // In memory for as long as the process runs.
    hold: () => undefined,
    release: () => Promise.resolve(),
  };
}
