import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BLOCK_BYTES, createBundleWriter, featuresByKind, fileHeader, paddingOf } from '@docwright/bundle';
import { formatImageList } from '../airgap/read-image-list.ts';
import { unsignedNote } from '../airgap/release-files.ts';

export type Files = Map<string, Buffer>;

export interface SampleRelease {
  readonly privateKey?: KeyObject;
  readonly withImages?: boolean;
  /** Changes the files before their digests are computed. */
  readonly change?: (files: Files) => void;
}

export const sampleVersion = '1.2.3';
export const sampleImage = 'docwright-image-1.2.3-amd64.oci.tar';
const created = { generator: 'test', commit: 'c0ffee', basePath: '', redirects: [] } as const;

/** Returns the files of a small release. */
export async function makeRelease({ privateKey, withImages = true, change }: SampleRelease = {}): Promise<Files> {
  const command = 'docwright-1.2.3.tgz';
  const files: Files = new Map([
    [command, Buffer.from('the command')],
    [`${command}.cdx.json`, makeSbom(sampleVersion)],
    ['docwright-manual-1.2.3.tar.gz', await makeManual()],
  ]);
  const image = makeImage();
  if (withImages) files.set(sampleImage, image.bytes).set(`${sampleImage}.cdx.json`, makeSbom(sampleVersion));
  const images = withImages
    ? [{ name: 'docwright', file: sampleImage, digest: image.digest, sizeBytes: image.bytes.length }]
    : [];
  files.set('images.json', Buffer.from(formatImageList({ version: sampleVersion, images })));
  files.set('docwright-chart-1.2.3.tgz', makeChart({ digest: withImages ? image.digest : '' }));
  change?.(files);
  const sums = [...files].map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`).join('');
  const listed = Buffer.from(sums);
  if (privateKey === undefined)
    return new Map([['SHA256SUMS', listed], ['UNSIGNED.txt', Buffer.from(unsignedNote)], ...files]);
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' });
  return new Map([
    ['SHA256SUMS', listed],
    ['SHA256SUMS.sig', sign(null, listed, privateKey)],
    ['release-key.pem', Buffer.from(publicKey)],
    ...files,
  ]);
}

export function writeFiles(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
}

export const makeSbom = (version: string): Buffer =>
  Buffer.from(JSON.stringify({ bomFormat: 'CycloneDX', metadata: { component: { version } } }));

export const makeChart = ({ digest, version = sampleVersion }: { digest: string; version?: string }): Buffer =>
  gzipSync(
    makeTar([
      ['docwright/Chart.yaml', `version: ${version}\n`],
      ['docwright/values.yaml', `image:\n  digest: '${digest}'\n`],
    ]),
  );

/** @param change modifies the parts of the layout, by path */
export function makeImage(change?: (parts: Map<string, string>) => void): { bytes: Buffer; digest: string } {
  const parts = new Map<string, string>();
  const addBlob = (content: string): { digest: string } => {
    const digest = sha256(Buffer.from(content));
    parts.set(`blobs/sha256/${digest}`, content);
    return { digest: `sha256:${digest}` };
  };
  const manifest = addBlob(JSON.stringify({ config: addBlob('{"os":"linux"}'), layers: [addBlob('a layer')] }));
  parts.set('index.json', JSON.stringify({ manifests: [manifest] }));
  parts.set('oci-layout', '{"imageLayoutVersion":"1.0.0"}');
  change?.(parts);
  return { bytes: makeTar([...parts]), digest: manifest.digest };
}

export function makeTar(files: Iterable<readonly [string, string | Buffer]>): Buffer {
  const entries = [...files].flatMap(([name, content]) => {
    const bytes = Buffer.from(content);
    return [fileHeader(name, bytes.length), bytes, Buffer.alloc(paddingOf(bytes.length))];
  });
  return Buffer.concat([...entries, Buffer.alloc(2 * BLOCK_BYTES)]);
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function makeManual(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(Buffer.from(chunk)) });
  await writer.add({ path: 'index.html', bytes: '<h1>Manual</h1>' });
  await writer.finish({
    ...created,
    version: sampleVersion,
    createdFrom: { repository: '', branch: '', directory: 'docs', domain: '' },
    deploymentKind: 'air-gapped',
    features: featuresByKind({}),
  });
  return Buffer.concat(chunks);
}
