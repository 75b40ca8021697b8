/** Creates raw tar archives without any checks, so that tests can create invalid archives. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { contentTypeOf } from '../manifest/content-type.ts';
import { featuresByKind } from '../manifest/features.ts';
import { formatManifest } from '../manifest/manifest.ts';
import type { BundleMeta } from '../write/write-bundle.ts';

export interface RawEntry {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  /** Type flag; `0` is a regular file. */
  readonly type?: string;
  readonly linkname?: string;
  /** Values in the header, if they differ from the content. */
  readonly claimedSize?: number;
}

export function rawHeader({ name, content = '', type = '0', linkname = '', claimedSize }: RawEntry): Buffer {
  const bytes = Buffer.alloc(512);
  const size = claimedSize ?? Buffer.byteLength(content);
  Buffer.from(name).copy(bytes, 0, 0, 100);
  bytes.write('0000644\x000000000\x000000000\0', 100, 'latin1');
  bytes.write(`${size.toString(8).padStart(11, '0')}\x0000000000000\0`, 124, 'latin1');
  bytes.write('        ', 148, 'latin1');
  bytes.write(type, 156, 'latin1');
  bytes.write(linkname, 157, 100, 'latin1');
  bytes.write('ustar\x0000', 257, 'latin1');
  let sum = 0;
  for (const byte of bytes) sum += byte;
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return bytes;
}

export function rawEntry(entry: RawEntry): Buffer {
  const content = Buffer.from(entry.content ?? '');
  return Buffer.concat([rawHeader(entry), content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

export function rawTar(entries: readonly RawEntry[]): Buffer {
  return Buffer.concat([...entries.map(rawEntry), Buffer.alloc(1024)]);
}

export const testMeta: BundleMeta = {
  generator: 'docwright test',
  deploymentKind: 'cloud',
  version: 'v1',
  commit: '0123456789abcdef0123456789abcdef01234567',
  createdFrom: { repository: 'https://git.example/docs.git', branch: 'main', directory: '', domain: 'docs.example' },
  basePath: '',
  features: featuresByKind({}),
  redirects: [],
};

/** Creates a correct manifest for these files, without a seal, as an attacker can. */
export function rawManifest(files: readonly RawEntry[]): RawEntry {
  const listed = files.map((file) => {
    const content = Buffer.from(file.content ?? '');
    const path = file.name.toString();
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { path, size: content.length, sha256, contentType: contentTypeOf(path) };
  });
  return {
    name: 'manifest.json',
    content: formatManifest({ formatVersion: 1, ...testMeta, files: listed, sealed: false }),
  };
}

/** Creates a complete, unsealed `.tar.gz` with a correct manifest after the given entries. */
export function rawBundle(entries: readonly RawEntry[]): Buffer {
  const files = entries.filter((entry) => (entry.type ?? '0') === '0');
  return gzipSync(rawTar([...entries, rawManifest(files)]), { level: 1 });
}
