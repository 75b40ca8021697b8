/** A host with one protected site, and a client that sends readers' requests. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { makeBundle, serve } from './bundle-server.ts';
import { makeFolder, startTestHost, type TestHost } from './start-test-host.ts';

/** The address at which readers see the site. */
export const url = 'https://docs.example';

export interface Started extends AsyncDisposable {
  readonly host: TestHost;
  readonly dataDir: string;
  restart(): Promise<TestHost>;
}

type Kind = 'client-hosted' | 'air-gapped';

const features = { search: true, assistant: true, analytics: true, feedback: true, playground: true } as const;

/** Starts a host with one site. @param access its settings `access.*` */
export async function startSite(
  files: Readonly<Record<string, string | Buffer>>,
  access: object,
  { kind = 'client-hosted' }: { readonly kind?: Kind } = {},
): Promise<Started> {
  const bundle = await makeBundle({
    files,
    features,
    deploymentKind: kind,
    redirects: [{ source: '/old', destination: '/guides/page-1' }],
  });
  const link = await serve((_request, response) => response.end(bundle));
  const folder = await makeFolder();
  const settings = { staticExport: { enabled: true, bundleUrl: link.origin }, access, deploymentKind: kind };
  const hosts = [await startTestHost(folder.path, settings)];
  return {
    get host() {
      return hosts.at(-1) as TestHost;
    },
    dataDir: folder.path,
    restart: async () => {
      await hosts.at(-1)?.stop();
      hosts.push(await startTestHost(folder.path, settings));
      return hosts.at(-1) as TestHost;
    },
    [Symbol.asyncDispose]: async () => {
      await hosts.at(-1)?.stop();
      await link[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The cookie for the next request. */
  readonly cookie: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  /** A raw body instead of a form. */
  readonly body?: string | undefined;
}

export function send(
  origin: string,
  path: string,
  { method, headers = {}, form, body: text }: Sent = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const body = form === undefined ? text : new URLSearchParams(form).toString();
  const { hostname, port } = new URL(origin);
  const outgoing = httpRequest(
    {
      hostname,
      port,
      path,
      agent: false,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...(form !== undefined && { origin: url }), ...headers },
    },
    (answer) => {
      let received = '';
      answer.setEncoding('utf8').on('data', (part: string) => (received += part));
      answer.on('end', () => {
        const cookie = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: received, cookie });
      });
    },
  );
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}
