/** Bundles in a blob store, for tests. */
import {
  createBundleWriter,
  featuresByKind,
  toBundleRedirects,
  type SealedFile,
  type SiteRedirect,
} from '@docwright/bundle';

export interface TestBlob {
  readonly index: Buffer;
  bytes: Buffer;
  /** `offset+size` of each range that was read. */
  readonly reads: string[];
  readonly readRange: (offset: number, size: number) => Promise<Uint8Array>;
}

export async function makeBlob(
  files: Readonly<Record<string, string | Uint8Array>>,
  redirects: readonly SiteRedirect[] = [],
  {
    sealed = [],
    isProtected = false,
    features = {},
  }: {
    readonly sealed?: readonly SealedFile[];
    readonly isProtected?: boolean;
    readonly features?: Parameters<typeof featuresByKind>[0];
  } = {},
): Promise<TestBlob> {
  const chunks: Uint8Array[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk) });
  for (const [path, bytes] of Object.entries(files)) await writer.add({ path, bytes });
  for (const file of sealed) await writer.addSealed(file);
  const { index } = await writer.finish({
    ...(isProtected && { protected: true }),
    generator: 'docwright test',
    deploymentKind: 'cloud',
    version: 'v1',
    commit: 'c0ffee',
    createdFrom: { repository: '', branch: 'main', directory: '', domain: '' },
    basePath: '',
    features: featuresByKind(features),
    redirects: toBundleRedirects(redirects).redirects,
  });
  const reads: string[] = [];
  const blob: TestBlob = {
    index,
    bytes: Buffer.concat(chunks),
    reads,
    readRange: async (offset, size) => {
      reads.push(`${offset}+${size}`);
      return blob.bytes.subarray(offset, offset + size);
    },
  };
  return blob;
}

/** Returns bytes that don't compress. */
export function noise(size: number, seed = 1): Buffer {
  const words = Uint32Array.from({ length: Math.ceil(size / 4) }, (_, index) => Math.imul(index + seed, 2_654_435_761));
  return Buffer.from(words.buffer).subarray(0, size);
}
