import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import {
  createBundleWriter,
  featuresByKind,
  readRedirects,
  resolveFeatures,
  toBundleRedirects,
  type SiteRedirect,
} from '../../packages/bundle/src/index.ts';
import { buildSite, createFolderSource } from '../../packages/site-builder/src/index.ts';
import { manualFile } from '../../packages/cli/src/airgap/release-files.ts';
import type { ReleaseSource } from './release-source.ts';

const kind = 'air-gapped';
const choices = { offlineSearch: true };
/** The builder's list of the site's redirects, which is also part of the manifest. */
const redirectsFile = 'redirects.json';

/** Packs the manual as a bundle that `docwright host` serves in a network without internet access. */
export async function packManual({ root, version, commit }: ReleaseSource, out: string): Promise<void> {
  const output = createWriteStream(join(out, manualFile(version)));
  const writer = createBundleWriter({ output, gzipLevel: 9 });
  let redirects: readonly SiteRedirect[] = [];
  await buildSite({
    source: createFolderSource(join(root, 'docs'), 'decisions'),
    settings: { features: resolveFeatures(kind, choices), restricted: 'refuse', javaScript: 'off' },
    emit: async (file) => {
      if (file.path === redirectsFile) redirects = readRedirects(file.bytes);
      await writer.add(file);
    },
    clock: () => performance.now(),
  });
  await writer.finish({
    generator: `docwright ${version}`,
    version,
    commit,
    createdFrom: { repository: '', branch: '', directory: 'docs', domain: '' },
    basePath: '',
    deploymentKind: kind,
    features: featuresByKind(choices),
    redirects: toBundleRedirects(redirects).redirects,
  });
  await finished(output.end());
}
