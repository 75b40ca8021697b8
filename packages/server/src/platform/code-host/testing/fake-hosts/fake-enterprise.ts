/**
 * A GitHub Enterprise Server for tests, limited to the operations that connecting one requires: personal tokens with
 * scopes, git for a token's repositories, and Apps, which are created from a manifest, installed on a page, and
 * authenticated by a JWT. Its operations, their parameters, and the fields that the service reads are in GitHub's
 * published description (npm `@octokit/openapi` 23.0.2).
 */
import { createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveGit } from '../../../git/testing/git-server.ts';
import {
  conversionOf,
  describeApp,
  describeInstallation,
  describeListed,
  describeUser,
  type FakeApp,
  type Manifest,
} from './enterprise-answers.ts';

export interface FakeEnterprise {
  readonly url: string;
  readonly host: string;
  readonly apps: FakeApp[];
  /** Personal tokens with their scopes; `undefined` for a fine-grained token, which doesn't report its scopes. */
  readonly tokens: Map<string, readonly string[] | undefined>;
  /** Repositories as `owner/name`. */
  readonly repositories: string[];
  readonly seen: { readonly method: string; readonly path: string; readonly authorization: string }[];
  /** Responds in place of the API; `undefined` lets the API respond. */
  fault: ((path: string, response: ServerResponse) => boolean) | undefined;
  addApp(facts: Partial<FakeApp> & { readonly name: string }): FakeApp;
  /** Acts like a person's browser on the page that contains a manifest, until GitHub redirects it back. */
  makeApp(page: string): Promise<{ readonly code: string; readonly state: string }>;
  close(): Promise<void>;
}

/** @param gitRoot the folder of bare repositories: `acme/docs.git` */
export async function startFakeEnterprise(gitRoot?: string): Promise<FakeEnterprise> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeEnterprise = {
    url: `http://${host}`,
    host,
    apps: [],
    tokens: new Map([['ghp_canary', ['repo']]]),
    repositories: ['octocat/docs', 'acme/docs', 'acme/site'],
    seen: [],
    fault: undefined,
    addApp: (facts) => addApp(fake, facts),
    makeApp: async (page) => makeApp(page, fake.url),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const state: State = { fake, codes: new Map(), drafts: new Map(), installationTokens: new Map() };
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', fake.url);
    fake.seen.push({
      method: request.method ?? '',
      path: pathname,
      authorization: request.headers.authorization ?? '',
    });
    if (fake.fault?.(pathname, response) === true) return;
    if (gitRoot !== undefined && pathname.includes('.git/')) return serveGit(gitRoot, request, response);
    void (pathname.startsWith('/api/v3/') ? answerApi(state, request, response) : showPage(state, request, response));
  });
  return fake;
}

interface State {
  readonly fake: FakeEnterprise;
  /** Codes of confirmed manifests; each is valid once. */
  readonly codes: Map<string, FakeApp>;
  /** Manifests that haven't been confirmed yet. */
  readonly drafts: Map<string, { readonly manifest: Manifest; readonly owner: string; readonly state: string }>;
  readonly installationTokens: Map<string, { readonly account: string; readonly permissions: unknown }>;
}

let made = 0;
function addApp({ apps }: FakeEnterprise, facts: Partial<FakeApp> & { readonly name: string }): FakeApp {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const app: FakeApp = {
    id: 1_000 + (made += 1),
    slug: facts.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    owner: 'acme',
    privateKey,
    publicKey,
    webhookSecret: null,
    manifest: { name: facts.name, url: '', redirect_url: '' },
    permissions: facts.manifest?.default_permissions ?? {},
    installedOn: [],
    ...facts,
  };
  apps.push(app);
  return app;
}

async function makeApp(page: string, url: string): Promise<{ readonly code: string; readonly state: string }> {
  const unescape = (text = ''): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const action = unescape(/action="([^"]+)"/.exec(page)?.[1]);
  const manifest = unescape(/name="manifest" value="([^"]+)"/.exec(page)?.[1]);
  const asked = await fetch(action, { method: 'POST', body: new URLSearchParams({ manifest }) });
  const [, confirm = ''] = /action="(\/confirm\/[^"]+)"/.exec(await asked.text()) ?? [];
  const made = await fetch(url + confirm, { method: 'POST', redirect: 'manual' });
  const back = new URL(made.headers.get('location') ?? '').searchParams;
  return { code: back.get('code') ?? '', state: back.get('state') ?? '' };
}

const html = (body: string): string =>
  `<!doctype html><html lang="en"><title>GitHub</title><body>${body}</body></html>`;
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

async function showPage(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', state.fake.url);
  const form = new URLSearchParams(Buffer.concat((await request.toArray()) as Buffer[]).toString());
  const page = (body: string): void => void response.writeHead(200, { 'content-type': 'text/html' }).end(html(body));
  const go = (address: string): void => void response.writeHead(302, { location: address }).end();
  const [, organization] = /^\/organizations\/([^/]+)\/settings\/apps\/new$/.exec(url.pathname) ?? [];
  if (request.method === 'POST' && (url.pathname === '/settings/apps/new' || organization !== undefined)) {
    const manifest = JSON.parse(form.get('manifest') ?? '') as Manifest;
    const draft = randomBytes(8).toString('hex');
    const owner = organization ?? 'octocat';
    state.drafts.set(draft, { manifest, owner, state: url.searchParams.get('state') ?? '' });
    return page(
      `<h1>Create GitHub App for ${escape(owner)}</h1><form method="post" action="/confirm/${draft}"><button>Create ${escape(manifest.name)}</button></form>`,
    );
  }
  const draft = state.drafts.get(url.pathname.replace('/confirm/', ''));
  if (draft !== undefined) {
    const { manifest, owner } = draft;
    const app = addApp(state.fake, {
      name: manifest.name,
      manifest,
      owner,
      webhookSecret: manifest.hook_attributes === undefined ? null : randomBytes(20).toString('hex'),
    });
    const code = randomBytes(20).toString('hex');
    state.codes.set(code, app);
    const back = new URL(manifest.redirect_url);
    back.searchParams.set('code', code);
    back.searchParams.set('state', draft.state);
    return go(back.href);
  }
  const [, slug, rest] = /^\/github-apps\/([^/]+)\/installations\/(new|[a-z]+)$/.exec(url.pathname) ?? [];
  const app = state.fake.apps.find((one) => one.slug === slug);
  if (app === undefined) return void response.writeHead(404).end(html('Not found'));
  if (rest === 'new')
    return page(
      `<h1>Install ${escape(app.name)}</h1><form method="post" action="/github-apps/${app.slug}/installations/${app.owner}"><button>Install on ${escape(app.owner)}</button></form>`,
    );
  app.installedOn.push(rest ?? '');
  const back = new URL(app.manifest.setup_url ?? state.fake.url);
  back.searchParams.set('installation_id', String(app.installedOn.length));
  back.searchParams.set('setup_action', 'install');
  return go(back.href);
}

type Answer = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>> | undefined];
const badCredentials: Answer = [401, { message: 'Bad credentials' }];
const notFound: Answer = [404, { message: 'Not Found' }];

async function answerApi(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = Buffer.concat((await request.toArray()) as Buffer[]).toString();
  const url = new URL(request.url ?? '/', state.fake.url);
  const path = url.pathname.slice('/api/v3'.length);
  const token = request.headers.authorization?.replace(/^(?:Bearer|token) /, '') ?? '';
  const [status, body, headers] = decide(state, { method: request.method ?? 'GET', path, token, text });
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly text: string;
}

function decide(state: State, asked: Asked): Answer {
  const { method, path, token } = asked;
  const [, code] = /^\/app-manifests\/([^/]+)\/conversions$/.exec(path) ?? [];
  if (code !== undefined && method === 'POST') {
    const app = state.codes.get(code);
    state.codes.delete(code);
    return app === undefined ? notFound : [201, conversionOf(app, state.fake.url)];
  }
  if (path === '/app' || path.startsWith('/app/') || path.endsWith('/installation')) return decideAsApp(state, asked);
  const installed = state.installationTokens.get(token);
  if (installed !== undefined) return decideAsInstallation(state, asked, installed.account);
  if (!state.fake.tokens.has(token)) return badCredentials;
  const scopes = state.fake.tokens.get(token);
  const headers = scopes === undefined ? undefined : { 'x-oauth-scopes': scopes.join(', ') };
  if (path === '/user') return [200, describeUser('octocat', state.fake.url), headers];
  const mayWrite = scopes === undefined || scopes.includes('repo');
  const list = state.fake.repositories.map((name) => describeListed(name, state.fake.url, mayWrite));
  if (path === '/user/repos') return [200, list, headers];
  return answerRepository(state, path, mayWrite);
}

function decideAsApp({ fake, installationTokens }: State, { method, path, token, text }: Asked): Answer {
  const app = fake.apps.find((one) => isSignedBy(one, token));
  if (app === undefined) return [401, { message: 'A JSON web token could not be decoded' }];
  const show = (account: string) =>
    describeInstallation(app, { account, id: app.installedOn.indexOf(account) + 1, url: fake.url });
  if (path === '/app') return [200, describeApp(app, fake.url)];
  if (path === '/app/installations') return [200, app.installedOn.map(show)];
  const [, owner = ''] = /^\/repos\/([^/]+)\/[^/]+\/installation$/.exec(path) ?? [];
  if (app.installedOn.includes(owner)) return [200, show(owner)];
  const [, number] = /^\/app\/installations\/(\d+)\/access_tokens$/.exec(path) ?? [];
  const account = app.installedOn[Number(number) - 1];
  if (account === undefined || method !== 'POST') return notFound;
  const { permissions } = JSON.parse(text) as { readonly permissions: Readonly<Record<string, string>> };
  const isGranted = Object.entries(permissions).every(([name, level]) =>
    [level, 'write'].includes(app.permissions[name] ?? (name === 'metadata' ? 'read' : '')),
  );
  if (!isGranted) return [422, { message: 'The permissions requested are not granted to this installation.' }];
  const made = `ghs_${randomBytes(12).toString('hex')}`;
  installationTokens.set(made, { account, permissions });
  return [201, { token: made, expires_at: new Date(Date.now() + 3_600_000).toISOString(), permissions }];
}

function decideAsInstallation({ fake }: State, { path }: Asked, account: string): Answer {
  const own = fake.repositories.filter((name) => name.startsWith(`${account}/`));
  if (path === '/installation/repositories') {
    const repositories = own.map((name) => describeListed(name, fake.url, false));
    return [200, { total_count: own.length, repositories }];
  }
  return answerRepository({ fake: { ...fake, repositories: own } }, path, false);
}

function answerRepository({ fake }: Pick<State, 'fake'>, path: string, mayWrite: boolean): Answer {
  const [, name = '', rest] = /^\/repos\/([^/]+\/[^/]+)(\/pulls)?$/.exec(path) ?? [];
  if (!fake.repositories.includes(name)) return notFound;
  return [200, rest === '/pulls' ? [] : describeListed(name, fake.url, mayWrite)];
}

function isSignedBy(app: FakeApp, jwt: string): boolean {
  const [head = '', claims = '', signature = ''] = jwt.split('.');
  const verify = createVerify('RSA-SHA256').update(`${head}.${claims}`);
  if (!verify.verify(app.publicKey, signature, 'base64url')) return false;
  const { iss, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iss: string; exp: number };
  return iss === String(app.id) && exp * 1_000 > Date.now();
}
