/** Hosts with optional sign-in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKeyPairSync } from 'node:crypto';
import type { SealedFile } from '@docwright/bundle';
import { startProvider } from '@docwright/site-access/test-provider';
import { parseHostSettings } from './index.ts';
import { makeBundle, makeSite, serve } from './testing/bundle-server.ts';
import { send } from './testing/protected-site.ts';
import { makeFolder, startTestHost } from './testing/start-test-host.ts';

const url = 'https://docs.example';
const plans: SealedFile = {
  path: 'plans.html',
  when: [{ groupSets: [{ includes: ['partners'], excludes: [] }] }],
  bytes: Buffer.from('<h1>Plans</h1>'),
  edits: [],
};

test('everyone can read a host with optional sign-in, and readers in a group see its pages', async () => {
  await using provider = await startProvider([`${url}/login/oauth/callback`]);
  provider.claims = { sub: 'ada', groups: ['partners'] };
  const { issuer, clientId, clientSecret } = provider;
  const bundle = await makeBundle({ files: makeSite('v1'), sealed: [plans] });
  await using link = await serve((_request, response) => response.end(bundle));
  await using folder = await makeFolder();
  const host = await startTestHost(folder.path, {
    staticExport: { enabled: true, bundleUrl: link.origin },
    access: { mode: 'oauth', signIn: 'optional', url, issuer, clientId, clientSecret },
  });
  try {
    const get = (path: string, cookie = '') =>
      send(host.address, path, { headers: { accept: 'text/html', ...(cookie !== '' && { cookie }) } });
    const open = await get('/');
    assert.deepEqual([open.status, open.headers['x-robots-tag']], [200, undefined]);
    assert.match(String(open.headers['cache-control']), /^public/);
    assert.match(String(open.headers.vary), /Cookie/);
    assert.equal((await get('/plans')).status, 404);
    const redirect = await get('/login?redirect=%2Fplans');
    const { pathname, search } = await provider.pass(redirect.headers.location ?? '');
    const entered = await get(`${pathname}${search}`, redirect.cookie);
    assert.equal(entered.headers.location, '/plans');
    const shown = await get('/plans', entered.cookie);
    assert.match(shown.text, /Plans/);
    assert.equal(shown.headers['cache-control'], 'private, no-store');
  } finally {
    await host.stop();
  }
});

test('the modes public and proxy can’t have optional sign-in', () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  const keys = { main: publicKey.export({ format: 'pem', type: 'spki' }).toString() };
  const read = (access: object) => () => parseHostSettings({ access: { url, signIn: 'optional', ...access } });
  assert.throws(read({ mode: 'proxy', proxyAddresses: '127.0.0.1', proxySecret: 'x'.repeat(20) }), /access\.signIn/);
  assert.throws(read({}), /access\.signIn/);
  assert.doesNotThrow(read({ mode: 'jwt', loginUrl: url, keys }));
});
