/** Readers of a host whose bundle has a sealed part. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SealedFile } from '@docwright/bundle';
import type { AccessRule } from '@docwright/site-access/rules';
import { makeBundle, makeSite, serve } from './testing/bundle-server.ts';
import { makeFolder, startTestHost, type TestHost } from './testing/start-test-host.ts';

const secret = 'a secret of the proxy';
const access = { mode: 'proxy', url: 'https://docs.example', proxyAddresses: '127.0.0.1', proxySecret: secret };
const group = (name: string): AccessRule => ({ groupSets: [{ includes: [name], excludes: [] }] });
const text = (content: string): Buffer => Buffer.from(content);
const files = makeSite('v1');
const at = (files['index.html'] ?? '').indexOf('</h1>');
const sealed: readonly SealedFile[] = [
  {
    path: 'index.html',
    when: undefined,
    bytes: undefined,
    edits: [{ at, remove: 0, choices: [{ when: [group('partners')], insert: text(' for partners') }] }],
  },
  { path: 'plans.html', when: [group('partners')], bytes: text('<h1>Plans</h1>'.repeat(30)), edits: [] },
  { path: 'plans.md', when: [group('partners')], bytes: text('# Plans'), edits: [] },
  { path: 'plan.png', when: [group('partners')], bytes: text('pixels'), edits: [] },
  { path: 'help.html', when: [{ groupSets: [] }], bytes: text('<h1>Help</h1>'), edits: [] },
];

interface Started extends AsyncDisposable {
  readonly host: TestHost;
  readonly folder: string;
  readonly get: (path: string, groups?: string, headers?: Record<string, string>) => ReturnType<TestHost['get']>;
}

async function startSite(settings: object, isProtected = false): Promise<Started> {
  const bundle = await makeBundle({ files, sealed, isProtected });
  const link = await serve((_request, response) => response.end(bundle));
  const folder = await makeFolder();
  const host = await startTestHost(folder.path, {
    staticExport: { enabled: true, bundleUrl: link.origin },
    ...settings,
  });
  const headersOf = (groups: string | undefined): Record<string, string> =>
    groups === undefined ? {} : { 'x-forwarded-user': 'ada', 'x-forwarded-groups': groups, 'x-proxy-secret': secret };
  return {
    host,
    folder: folder.path,
    get: (path, groups, headers = {}) => host.get(path, { ...headersOf(groups), ...headers }),
    [Symbol.asyncDispose]: async () => {
      await host.stop();
      await link[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('a host shows readers the pages, parts and files of their groups', async () => {
  await using site = await startSite({ access });
  assert.ok(site.host.isReady(), JSON.stringify(site.host.logLines));
  const partner = await site.get('/', 'partners');
  assert.match(partner.text, /home of v1 for partners<\/h1>/);
  assert.equal(partner.headers['cache-control'], 'private, no-store');
  assert.doesNotMatch((await site.get('/', 'staff')).text, /for partners/);
  for (const path of ['/plans', '/plans.md', '/plan.png']) {
    assert.equal((await site.get(path, 'partners')).status, 200, path);
    assert.equal((await site.get(path, 'staff')).status, 404, path);
  }
  assert.equal((await site.get('/help', '')).status, 200);
  const zipped = await site.get('/plans', 'partners', { 'accept-encoding': 'gzip' });
  assert.equal(zipped.headers['content-encoding'], 'gzip');
  assert.equal((await site.get('/', undefined, { accept: 'text/html' })).status, 401);
});

test('after a restart, the sealed part is read from the data folder', async () => {
  await using site = await startSite({ access });
  await site.host.stop();
  await using again = await startTestHost(site.folder, { access });
  const headers = { 'x-forwarded-user': 'ada', 'x-forwarded-groups': 'partners', 'x-proxy-secret': secret };
  assert.match((await again.get('/plans', headers)).text, /Plans/);
});

test('without access, a host refuses a bundle with restricted content and names the setting', async () => {
  await using site = await startSite({});
  assert.equal(site.host.isReady(), false);
  const line = site.host.logLines.find(({ fields }) => 'code' in fields && fields.code === 'access-required');
  assert.match(JSON.stringify(line), /access\.mode/);
  assert.equal((await site.get('/')).status, 503);
});

test('public pages of a site that was built for signed-in readers need no sign-in, and can be cached', async () => {
  await using site = await startSite({ access }, true);
  const open = await site.get('/guides/page-1', undefined, { accept: 'text/html' });
  assert.equal(open.status, 200);
  assert.match(String(open.headers['cache-control']), /^public/);
  assert.match(String(open.headers.vary), /Cookie/);
  assert.equal(open.headers['x-robots-tag'], undefined);
  // Readers can't distinguish restricted pages from missing ones.
  const [hidden, missing] = [await site.get('/plans'), await site.get('/nothing')];
  assert.deepEqual([hidden.status, hidden.text], [missing.status, missing.text]);
  assert.equal(hidden.status, 401);
  assert.equal((await site.get('/plans', 'partners')).status, 200);
});
