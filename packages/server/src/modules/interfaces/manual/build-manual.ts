import { createBundleWriter, featuresByKind } from '@docwright/bundle';
import { openBundleSource, SharedReads, type SiteSource } from '@docwright/site-server';
import type { SiteFolder, SiteRenderer } from '../../building/site-rendering/index.ts';

/** Placeholder for an organization: builder processes for the manual don't belong to one. */
const organizationId = 'manual';

export interface ManualRequest {
  readonly folder: SiteFolder;
  /** Path of the manual: `/docs`, possibly below the path of a proxy. */
  readonly basePath: string;
  readonly signal: AbortSignal;
}

/** A bundle. Its files are compressed, which reduces 20 MB of pages to 3 MB. */
export interface BuiltManual {
  readonly archive: Buffer;
  readonly index: Uint8Array;
}

/** Builds the manual as a bundle in memory. A builder process renders it in the same way as customers' sites. */
export async function buildManual(
  renderer: Pick<SiteRenderer, 'render'>,
  { folder, basePath, signal }: ManualRequest,
): Promise<BuiltManual> {
  const chunks: Uint8Array[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk) });
  try {
    await renderer.render({
      organizationId,
      loadFolder: async () => folder,
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
      onFile: (file) => writer.add(file),
      onProgress: () => undefined,
      signal,
    });
    const { index } = await writer.finish({
      generator: 'docwright',
      deploymentKind: 'client-hosted',
      version: 'manual',
      commit: '',
      createdFrom: { repository: '', branch: '', directory: '', domain: '' },
      basePath,
      features: featuresByKind({}),
      redirects: [],
    });
    return { archive: Buffer.concat(chunks), index };
  } finally {
    await writer.close();
  }
}

/** Opens the manual as a site, in memory for as long as the process runs. @throws BundleError `index-invalid` */
export function openManual({ archive, index }: BuiltManual): SiteSource {
  return openBundleSource({
    site: 'manual',
    index,
    readRange: (offset, size) => Promise.resolve(archive.subarray(offset, offset + size)),
    // Everything is already in memory.
    cache: new SharedReads(),
  });
}
