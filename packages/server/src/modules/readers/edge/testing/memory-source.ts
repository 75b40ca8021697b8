import { createHash } from 'node:crypto';
import { resolveFeatures } from '@docwright/bundle';
import type { SiteFile, SiteSource } from '@docwright/site-server';

/** Creates a site with text files in memory. */
export function memorySource(id: string, files: Readonly<Record<string, string>>): SiteSource {
  const contents = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  const bytesOf = ({ path }: SiteFile): Buffer => contents.get(path) ?? Buffer.alloc(0);
  return {
    id,
    kind: 'cloud',
    features: resolveFeatures('cloud', {}),
    basePath: '',
    redirects: [],
    look: (path) => {
      const content = contents.get(path);
      if (content === undefined) return undefined;
      const contentType = path.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8';
      return { path, contentType, size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    },
    inspect: () => ({ gzip: undefined, br: undefined, sources: undefined }),
    read: async (file) => bytesOf(file),
    stream: async function* (file, _encoding, { offset, size }) {
      yield bytesOf(file).subarray(offset, offset + size);
    },
    hold: () => undefined,
    release: async () => undefined,
  };
}
