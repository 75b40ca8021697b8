import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostSettings, hostSettingsFromEnvironment, parseHostSettings } from '../index.ts';

test('trusted proxies are addresses, networks and three names', () => {
  const trustedProxies = ['10.0.0.0/8', '2001:db8::1', 'loopback', 'uniquelocal', 'linklocal'];
  assert.deepEqual(parseHostSettings({ trustedProxies }).trustedProxies, trustedProxies);
  for (const wrong of ['proxy.example', '10.0.0.0/99', '10.0.0.0/x', ''])
    assert.throws(() => parseHostSettings({ trustedProxies: [wrong] }), /trustedProxies/, wrong);
});

test('no settings are a working set of defaults', () => {
  const settings = parseHostSettings({});
  assert.equal(settings.port, 8080);
  assert.equal(settings.sites.length, 1);
  assert.equal(settings.sites[0]?.staticExport.keepVersions, 3);
  assert.equal(settings.sites[0]?.staticExport.pollMs, 0);
  assert.equal(settings.adminToken, '');
});

test('the environment gives the same settings as a file', () => {
  const environment = {
    STATIC_EXPORT_ENABLED: 'true',
    STATIC_EXPORT_BUNDLE_URL: 'https://example.com/b.tar.gz',
    STATIC_EXPORT_VERSION: 'v2',
    STATIC_EXPORT_ALLOWED_PRIVATE_HOSTS: 'minio:9000, 10.0.0.0/8',
    DOCWRIGHT_HOST_PORT: '9000',
    DOCWRIGHT_HOST_DATA_DIR: '/data',
    PATH: '/bin',
  };
  const file = {
    port: 9000,
    dataDir: '/data',
    staticExport: {
      enabled: true,
      bundleUrl: 'https://example.com/b.tar.gz',
      version: 'v2',
      allowedPrivateHosts: ['minio:9000', '10.0.0.0/8'],
    },
  };
  assert.deepEqual(parseHostSettings(hostSettingsFromEnvironment(environment)), parseHostSettings(file));
});

test('a wrong value is rejected with its name and the allowed values, a secret one without the value', () => {
  assert.throws(() => parseHostSettings({ port: 'eighty' }), {
    code: 'setting-invalid',
    message: /port must be a whole number from 0 to 65535, not "eighty"/,
  });
  assert.throws(
    () => parseHostSettings({ staticExport: { enabled: 'maybe' } }),
    /staticExport\.enabled must be true or false/,
  );
  assert.throws(() => parseHostSettings({ staticExport: { sha256: 'abc' } }), /staticExport\.sha256/);
  assert.throws(() => parseHostSettings({ staticExport: { publicKey: 'abc' } }), /staticExport\.publicKey/);
  assert.throws(
    () => parseHostSettings({ adminToken: 'short' }),
    (error: Error) => /adminToken/.test(error.message) && !error.message.includes('short'),
  );
  assert.throws(() => parseHostSettings({ staticExport: { pollSeconds: 5 } }), /requires staticExport\.apiUrl/);
  assert.throws(() => parseHostSettings({ sites: { '../x': {} } }), /sites/);
  assert.throws(() => parseHostSettings([]), /must be an object/);
});

test('a site inherits the settings of the process and sets the rest itself', () => {
  const { sites } = parseHostSettings({
    staticExport: { keepVersions: 7, enabled: true, bundleUrl: 'https://bundles.example/b' },
    sites: {
      one: { domains: ['One.Example'], staticExport: { version: 'v1' } },
      two: { domains: ['two.example'], staticExport: { keepVersions: 2 } },
    },
  });
  assert.deepEqual(
    sites.map(({ name, domains, staticExport }) => [
      name,
      domains,
      staticExport.keepVersions,
      staticExport.version,
      staticExport.enabled,
    ]),
    [
      ['one', ['one.example'], 7, 'v1', true],
      ['two', ['two.example'], 2, '', true],
    ],
  );
});

test('an export that is enabled without a link, or any source of one, is a settings error', () => {
  const polled = {
    enabled: true,
    pollSeconds: 60,
    apiUrl: 'https://api.example',
    apiKey: 'dw_x',
    domain: 'docs.example',
  };
  for (const staticExport of [{ enabled: true }, { enabled: 'true', version: 'v1' }]) {
    assert.throws(
      () => parseHostSettings({ staticExport }),
      /staticExport\.enabled requires a link: set staticExport\.bundleUrl/,
    );
    assert.throws(() => parseHostSettings({ sites: { one: { staticExport } } }), /requires a link/);
  }
  for (const staticExport of [{ enabled: false }, { enabled: true, bundleUrl: 'https://bundles.example/b' }, polled]) {
    assert.doesNotThrow(() => parseHostSettings({ staticExport }));
  }
});

test('every setting has a meaning, its own environment variable and a default that its schema allows', () => {
  assert.equal(new Set(hostSettings.map(({ environment }) => environment)).size, hostSettings.length);
  for (const { name, doc, environment } of hostSettings) {
    assert.ok(doc.length > 10, name);
    assert.match(environment, /^(?:STATIC_EXPORT|DOCWRIGHT_HOST)_[A-Z0-9_]+$/);
  }
  for (const setting of hostSettings) {
    const written = setting.name
      .split('.')
      .reduceRight<unknown>((value, key) => ({ [key]: value }), setting.default) as Record<string, unknown>;
    assert.doesNotThrow(() => parseHostSettings(written), `${setting.name} written out as its default`);
  }
});
