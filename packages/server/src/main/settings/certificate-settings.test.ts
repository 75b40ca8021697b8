import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadSettings } from './load-settings.ts';

const load = (environment: Readonly<Record<string, string>>) => loadSettings({ flags: {}, environment });

test('by default, TLS and certificate orders are turned off', () => {
  const { tls, acme } = load({});
  assert.deepEqual([tls, acme], [undefined, undefined]);
});

test('the wildcard certificate and its key must be set together', () => {
  const port = { DOCWRIGHT_SITES_TLS_PORT: '8443' };
  assert.deepEqual(load(port).tls, {
    port: 8443,
    files: undefined,
    hstsSeconds: 2_592_000,
    proxyAuthorities: undefined,
  });
  const both = { DOCWRIGHT_SITES_CERTIFICATE: '/a.crt', DOCWRIGHT_SITES_KEY: '/a.key' };
  assert.deepEqual(load({ ...port, ...both }).tls?.files, { certificate: '/a.crt', key: '/a.key' });
  for (const [name, value] of Object.entries(both))
    assert.throws(() => load({ ...port, [name]: value }), /DOCWRIGHT_SITES_(?:CERTIFICATE|KEY)/);
});

test('an ACME directory must use https, and its limits have defaults', () => {
  const directory = 'https://acme.example/directory';
  const { acme } = load({ DOCWRIGHT_ACME_DIRECTORY: directory });
  assert.deepEqual(acme, { directory, email: undefined, perDay: 100, perOrganization: 20 });
  for (const wrong of ['http://acme.example/directory', 'letsencrypt'])
    assert.throws(() => load({ DOCWRIGHT_ACME_DIRECTORY: wrong }), /DOCWRIGHT_ACME_DIRECTORY/);
});
