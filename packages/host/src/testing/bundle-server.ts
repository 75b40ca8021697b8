/** Bundles and links to them, for tests, from a real HTTP server that can fail as a test requires. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBundleWriter, featuresByKind, toBundleRedirects } from '@docwright/bundle';
import type { BundleMeta, DeploymentKind, FeatureSettings, SealedFile, SiteRedirect } from '@docwright/bundle';
import type { KeyObject } from 'node:crypto';

export interface TestBundle {
  readonly version?: string;
  readonly basePath?: string;
  readonly redirects?: readonly SiteRedirect[];
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly privateKey?: KeyObject;
  readonly deploymentKind?: DeploymentKind;
  readonly features?: FeatureSettings;
  readonly sealed?: readonly SealedFile[];
  /** Whether the bundle was built for signed-in readers. */
  readonly isProtected?: boolean;
}

export async function makeBundle({
  version = 'v1',
  basePath = '',
  redirects = [],
  files,
  privateKey,
  deploymentKind = 'client-hosted',
  features = { playground: true, offlineSearch: true },
  sealed = [],
  isProtected = false,
}: TestBundle): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const output = async (chunk: Uint8Array): Promise<void> => void chunks.push(chunk);
  const writer = createBundleWriter({ output, gzipLevel: 6, ...(privateKey === undefined ? {} : { privateKey }) });
  for (const [path, bytes] of Object.entries(files)) await writer.add({ path, bytes });
  for (const file of sealed) await writer.addSealed(file);
  const meta: BundleMeta = {
    ...(isProtected && { protected: true }),
    generator: 'docwright test',
    version,
    commit: 'c0ffee',
    createdFrom: { repository: '', branch: 'main', directory: '', domain: 'docs.example' },
    basePath,
    deploymentKind,
    features: featuresByKind(features),
    redirects: toBundleRedirects(redirects).redirects,
  };
  await writer.finish(meta);
  return Buffer.concat(chunks);
}

/** A small site whose pages all contain its version. */
export function makeSite(version: string, pages = 3): Record<string, string> {
  const page = (name: string): string =>
    `<!doctype html><title>${name}</title><h1>${name} of ${version}</h1>${'<p>text</p>'.repeat(50)}`;
  const files: Record<string, string> = {
    'index.html': page('home'),
    '404.html': page('missing'),
    'llms.txt': `site ${version}`,
  };
  for (let index = 0; index < pages; index += 1) {
    files[`guides/page-${index}.html`] = page(`page-${index}`);
    files[`guides/page-${index}.md`] = `# page-${index} of ${version}`;
  }
  return files;
}

export interface TestServer extends AsyncDisposable {
  /** `http://127.0.0.1:12345` */
  readonly origin: string;
  readonly requests: string[];
}

export async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<TestServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
