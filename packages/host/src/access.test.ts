import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync, sign, randomUUID, type KeyObject } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashPassword } from '@docwright/site-access';
import { parseHostSettings } from './index.ts';
import { makeBundle, makeSite, serve } from './testing/bundle-server.ts';
import { send, startSite, url, type Sent } from './testing/protected-site.ts';
import { makeFolder, startTestHost } from './testing/start-test-host.ts';

const list = { formatVersion: 1, name: 'Docs', pages: [{ path: 'guides/page-1', title: 'Marker', breadcrumbs: [] }] };
const files = {
  ...makeSite('v1'),
  'llms-full.txt': 'all',
  'sitemap.xml': '<urlset/>',
  'robots.txt': 'User-agent: *\n',
  'favicon.ico': 'icon',
  '_docwright/theme.0123abcd.css': 'body{}',
  '_docwright/pages.json': JSON.stringify(list),
  '_docwright/search-index.json': '{}',
};

const page = { accept: 'text/html' };
/** Everything that a host serves for a site, with the HTTP method. */
const outputs = [
  '/',
  '/guides/page-1',
  '/guides/page-1.md',
  '/llms.txt',
  '/llms-full.txt',
  '/sitemap.xml',
  '/robots.txt',
  '/favicon.ico',
  '/old',
  '/nothing',
  '/_docwright/theme.0123abcd.css',
  '/_docwright/pages.json',
  '/_docwright/search-index.json',
  '/_docwright/search?query=marker',
  '/_docwright/assistant',
  'POST /_docwright/assistant/message',
  'POST /_docwright/assistant/rating',
  'POST /_docwright/events',
  'POST /_docwright/feedback',
  'POST /feedback',
  'POST /mcp',
  '/mcp',
  '/_docwright/playground',
  'POST /_docwright/playground',
  'OPTIONS /',
  'HEAD /guides/page-1',
];

test('a protected site responds with 401 for each output, and the same site without protection does not', async () => {
  const access = { mode: 'password', url, passwords: { press: await hashPassword('a long password') } };
  await using closed = await startSite(files, access);
  await using open = await startSite(files, {});
  for (const output of outputs) {
    const [method = 'GET', path = ''] = output.includes(' ') ? output.split(' ') : ['GET', output];
    const refused = await send(closed.host.address, path, { method });
    assert.equal(refused.status, 401, output);
    const challenge = path === '/mcp' ? /^Bearer resource_metadata=/ : /^Bearer$/;
    assert.match(refused.headers['www-authenticate'] ?? '', challenge, output);
    assert.equal(refused.headers['cache-control'], 'private, no-store', output);
    assert.doesNotMatch(refused.text, /v1|Marker|page-1/, output);
    assert.notEqual((await send(open.host.address, path, { method })).status, 401, output);
  }
  for (const path of ['/healthz', '/readyz']) assert.equal((await send(closed.host.address, path)).status, 200, path);
  const redirected = await send(closed.host.address, '/guides/page-1?a=1', { headers: page });
  assert.deepEqual(
    [redirected.status, redirected.headers.location],
    [302, '/login?redirect=%2Fguides%2Fpage-1%3Fa%3D1'],
  );
});

test('any of several passwords opens the site until the reader signs out, and responses aren’t cached', async () => {
  const passwords = { press: await hashPassword('a long password'), team: await hashPassword('another password') };
  await using site = await startSite(files, { mode: 'password', url, passwords });
  const { address } = site.host;
  const enter = (password: string) => send(address, '/login', { form: { password, redirect: '/guides/page-1' } });
  const wrong = await enter('a wrong password');
  assert.deepEqual([wrong.status, wrong.cookie], [401, '__Host-docwright_cookies=1']);
  assert.doesNotMatch(wrong.text, /press|team/);
  const entered = await enter('another password');
  assert.deepEqual([entered.status, entered.headers.location], [303, '/guides/page-1']);
  const { cookie } = entered;
  const read = await send(address, '/guides/page-1', { headers: { cookie } });
  assert.match(read.text, /page-1 of v1/);
  assert.deepEqual(
    [read.headers['cache-control'], read.headers.vary, read.headers['x-robots-tag']],
    ['private, no-store', 'Accept, Accept-Encoding, Cookie', 'noindex'],
  );
  const asset = await send(address, '/_docwright/theme.0123abcd.css', { headers: { cookie } });
  assert.equal(asset.headers['cache-control'], 'private, no-store');
  assert.equal((await send(address, '/login', { headers: { cookie, ...page } })).status, 302);
  const restarted = await site.restart();
  assert.equal((await send(restarted.address, '/', { headers: { cookie } })).status, 200, 'sessions survive a restart');
  const out = await send(restarted.address, '/logout', { form: {}, headers: { cookie } });
  assert.equal(out.status, 303);
  const copied = { headers: { cookie } };
  assert.equal((await send(restarted.address, '/', copied)).status, 401);
  assert.equal((await send((await site.restart()).address, '/', copied)).status, 401, 'so do sign-outs');
  const secret = join(site.dataDir, 'access', 'session-secret');
  assert.equal((await stat(secret)).mode & 0o077, 0);
  assert.equal((await readdir(join(site.dataDir, 'access', 'ended-sessions'))).length, 1);
});

test('password attempts are limited for each address', async () => {
  const passwords = { press: await hashPassword('a long password') };
  const clock = { nowMs: Date.now() };
  const bundle = await makeBundle({ files });
  await using link = await serve((_request, response) => response.end(bundle));
  await using folder = await makeFolder();
  const settings = {
    staticExport: { enabled: true, bundleUrl: link.origin },
    access: { mode: 'password', url, passwords },
    assistant: { clientAddressHeader: 'X-Forwarded-For' },
  };
  await using host = await startTestHost(folder.path, settings, { nowMs: () => clock.nowMs });
  const guess = (password: string, from: string) =>
    send(host.address, '/login', { form: { password }, headers: { 'x-forwarded-for': from } });
  for (let n = 0; n < 10; n += 1) assert.equal((await guess('a wrong password', '192.0.2.1')).status, 401);
  const late = await guess('a long password', '192.0.2.1');
  assert.deepEqual([late.status, Number(late.headers['retry-after']) > 0], [429, true]);
  assert.equal((await guess('a long password', '192.0.2.2')).status, 303);
  clock.nowMs += 5 * 60_000;
  assert.equal((await guess('a long password', '192.0.2.1')).status, 303);
});

/** A customer's login page, which redirects the reader back with a token. */
async function startLogin(privateKey: KeyObject, claims: () => object) {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const server = createServer((request, response) => {
    const redirect = new URL(request.url ?? '/', url).searchParams.get('redirect') ?? '/';
    const exp = Math.floor(Date.now() / 1000) + 8;
    const signed = `${encode({ alg: 'EdDSA', kid: 'main' })}.${encode({ exp, jti: randomUUID(), ...claims() })}`;
    const token = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
    const query = new URLSearchParams({ redirect }).toString();
    response.writeHead(302, { location: `${url}/login/jwt-callback?${query}#${token}` }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('a customer’s login signs readers in with a token that can’t be reused, even after a restart', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const user = { host: 'docs.example', sub: 'ada', groups: ['staff'], content: { name: 'Ada' } };
  await using login = await startLogin(privateKey, () => user);
  const keys = { main: publicKey.export({ format: 'pem', type: 'spki' }).toString() };
  await using site = await startSite(files, { mode: 'jwt', url, loginUrl: `${login.origin}/in?tenant=1`, keys });
  const { address } = site.host;
  const redirected = await send(address, '/guides/page-2', { headers: page });
  assert.equal(redirected.headers.location, `${login.origin}/in?tenant=1&redirect=%2Fguides%2Fpage-2`);
  const back = await send(login.origin, redirected.headers.location?.slice(login.origin.length) ?? '');
  const callback = new URL(back.headers.location ?? '');
  const form = await send(address, `${callback.pathname}${callback.search}`, { headers: page });
  assert.match(form.text, /name="redirect" value="\/guides\/page-2"/);
  const token = callback.hash.slice(1);
  const post = (to: string) =>
    send(to, '/login/jwt-callback', {
      form: { token, redirect: '/guides/page-2', cookies: '1' },
      headers: { cookie: form.cookie },
    });
  const entered = await post(address);
  assert.deepEqual([entered.status, entered.headers.location], [303, '/guides/page-2']);
  assert.match((await send(address, '/guides/page-2', { headers: { cookie: entered.cookie } })).text, /page-2 of v1/);
  assert.match(
    (await send(address, '/account', { headers: { cookie: entered.cookie, ...page } })).text,
    /<dd>Ada<\/dd>/,
  );
  assert.equal((await post(address)).status, 403);
  assert.equal((await post((await site.restart()).address)).status, 403);
});

/** A reverse proxy that sets the signed-in user. */
async function startProxy(target: () => string, headers: () => Readonly<Record<string, string>>) {
  const server = createServer((request, response) => {
    const { hostname, port } = new URL(target());
    const forwarded = { ...request.headers, ...headers() };
    const outgoing = httpRequest(
      { hostname, port, path: request.url, method: request.method, headers: forwarded },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(outgoing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('a reverse proxy identifies its readers in an air-gapped network; requests that bypass it are refused', async () => {
  const proxySecret = 'shared by proxy and host';
  const access = { mode: 'proxy', url, proxyAddresses: ['loopback'], proxySecret };
  await using site = await startSite(files, access, { kind: 'air-gapped' });
  const named = { 'x-proxy-secret': proxySecret, 'x-forwarded-user': 'ada', 'x-forwarded-groups': 'staff, admin' };
  await using proxy = await startProxy(
    () => site.host.address,
    () => named,
  );
  await using anonymous = await startProxy(
    () => site.host.address,
    () => ({ 'x-proxy-secret': proxySecret }),
  );
  assert.match((await send(proxy.origin, '/guides/page-1')).text, /page-1 of v1/);
  assert.equal((await send(anonymous.origin, '/guides/page-1')).status, 401);
  const forged = { 'x-forwarded-user': 'eve', 'x-forwarded-groups': 'admin' };
  assert.equal((await send(site.host.address, '/guides/page-1', { headers: forged })).status, 401);
  const { status, text } = await send(site.host.address, '/', { headers: { ...forged, ...page } });
  assert.deepEqual([status, /at the address of that proxy/.test(text)], [401, true]);
});

test('one of several sites can be protected below its base path, and another site refuses its cookie', async () => {
  const passwords = { press: await hashPassword('a long password') };
  const bundle = await makeBundle({ files, basePath: '/docs' });
  await using link = await serve((_request, response) => response.end(bundle));
  await using folder = await makeFolder();
  const one = (name: string, mode: string) => ({
    domains: [name],
    access: { mode, url: `http://${name}`, ...(mode === 'password' && { passwords }) },
  });
  await using host = await startTestHost(folder.path, {
    staticExport: { enabled: true, bundleUrl: link.origin },
    sites: { a: one('a.example', 'password'), b: one('b.example', 'password'), open: one('open.example', 'public') },
  });
  const at = (name: string, path: string, sent: Sent = {}) =>
    send(host.address, path, { ...sent, headers: { host: name, origin: `http://${name}`, ...sent.headers } });
  const open = await at('open.example', '/docs/guides/page-1');
  assert.deepEqual(
    [open.status, open.headers['x-robots-tag'], open.headers.vary],
    [200, undefined, 'Accept, Accept-Encoding'],
  );
  assert.equal(
    (await at('a.example', '/docs/guides/page-1', { headers: page })).headers.location,
    '/docs/login?redirect=%2Fdocs%2Fguides%2Fpage-1',
  );
  const entered = await at('a.example', '/docs/login', { form: { password: 'a long password' } });
  assert.deepEqual([entered.status, entered.headers.location], [303, '/docs/']);
  assert.match(entered.headers['set-cookie']?.[0] ?? '', /^docwright_reader=/);
  const headers = { cookie: entered.cookie };
  assert.equal((await at('a.example', '/docs/', { headers })).status, 200);
  assert.equal((await at('b.example', '/docs/', { headers })).status, 401);
});

test('a mode with a missing or invalid setting is refused with an error that names the setting', () => {
  const parse = (access: object) => () => parseHostSettings({ access });
  for (const [access, message] of [
    [{ mode: 'password', passwords: {} }, /access\.url/],
    [{ mode: 'password', url }, /access\.passwords/],
    [{ mode: 'password', url, passwords: { press: 'plain text' } }, /hash-password/],
    [{ mode: 'members', url }, /public, password, oauth, jwt, proxy/],
    [{ mode: 'oauth', url }, /access\.clientId/],
    [{ mode: 'oauth', url, clientId: 'x' }, /access\.issuer/],
    [{ mode: 'jwt', url, keys: {} }, /access\.loginUrl/],
    [{ mode: 'jwt', url, loginUrl: url }, /access\.keys/],
    [{ mode: 'jwt', url, loginUrl: url, keys: { a: 'no key' } }, /Ed25519 or P-256/],
    [{ mode: 'proxy', url, proxySecret: 'a long enough secret' }, /access\.proxyAddresses/],
    [{ mode: 'proxy', url, proxyAddresses: ['10.0.0.1'] }, /access\.proxySecret/],
    [{ sessionSeconds: 31 * 86_400 }, /access\.sessionSeconds/],
    [{ sessionSecret: 'short' }, /at least 32 characters/],
  ] as const)
    assert.throws(parse(access), message, JSON.stringify(access));
});
