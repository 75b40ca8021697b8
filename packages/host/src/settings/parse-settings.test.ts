import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostSettingsFromEnvironment, parseHostSettings } from '../index.ts';

test('trusted proxies can be addresses, networks and the names loopback, linklocal and uniquelocal', () => {
  const trustedProxies = ['10.0.0.0/8', '2001:db8::1', 'loopback', 'uniquelocal', 'linklocal'];
  assert.deepEqual(parseHostSettings({ trustedProxies }).trustedProxies, trustedProxies);
  for (const wrong of ['proxy.example', '10.0.0.0/99', '10.0.0.0/x'])
    assert.throws(() => parseHostSettings({ trustedProxies: [wrong] }), /trustedProxies/, wrong);
});

test('empty settings result in valid defaults', () => {
  const settings = parseHostSettings({});
  assert.equal(settings.port, 8080);
  assert.equal(settings.sites.length, 1);
  assert.equal(settings.sites[0]?.staticExport.keepVersions, 3);
  assert.equal(settings.sites[0]?.staticExport.pollMs, 0);
  assert.equal(settings.adminToken, '');
});

test('the environment produces the same settings as a file', () => {
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

test('a wrong value is rejected with the setting’s name, the value and the allowed values; secrets aren’t shown', () => {
  const rejects = (input: unknown, message: string): void =>
    assert.throws(() => parseHostSettings(input), { name: 'SettingsError', message });
  rejects({ port: 'eighty' }, 'port (DOCWRIGHT_HOST_PORT) is "eighty"; allowed: a whole number from 0 to 65535.');
  rejects(
    { staticExport: { enabled: 'maybe' } },
    'staticExport.enabled (STATIC_EXPORT_ENABLED) is "maybe"; allowed: true, false.',
  );
  rejects(
    { staticExport: { sha256: 'abc' } },
    'staticExport.sha256 (STATIC_EXPORT_SHA256) is "abc"; allowed: 64 hexadecimal digits.',
  );
  rejects(
    { sites: { one: { staticExport: { publicKey: 'abc' } } } },
    'sites.one.staticExport.publicKey is "abc"; allowed: an Ed25519 public key: PEM or 32 bytes in Base64.',
  );
  rejects(
    { adminToken: 'short' },
    'adminToken (DOCWRIGHT_HOST_ADMIN_TOKEN) is "(not shown)"; allowed: text of at least 16 characters.',
  );
  rejects({ port: { number: 80 } }, '"port" in the settings file must be a string, a number, true, false or a list.');
  const remedy = 'it must be text, in quotation marks: YAML reads 1.10 as 1.1.';
  rejects(
    { staticExport: { version: 1.1 } },
    `"staticExport.version" in the settings file is the number 1.1; ${remedy}`,
  );
  rejects(
    { sites: { one: { staticExport: { allowedPrivateHosts: ['minio', 10.1] } } } },
    `"staticExport.allowedPrivateHosts" in the settings file is the number 10.1; ${remedy}`,
  );
  assert.throws(
    () => parseHostSettings({ assistant: { baseUrl: 'https://user:word@models.example' } }),
    (error: Error) => /assistant\.baseUrl/.test(error.message) && !error.message.includes('word@'),
  );
  assert.throws(() => parseHostSettings({ staticExport: { pollSeconds: 5 } }), /requires staticExport\.apiUrl/);
  assert.throws(() => parseHostSettings({ sites: { '../x': {} } }), /"\.\.\/x" is not a valid site name/);
  assert.throws(() => parseHostSettings([]), /must map setting names to values/);
});

test('an unknown setting is rejected at the top level, in groups and in sites', () => {
  for (const [input, message] of [
    [
      { prot: 80 },
      /The configuration contains "prot", which is not a setting\. Valid settings: staticExport\.enabled, /,
    ],
    [{ staticExport: { link: 'x' } }, /contains "staticExport\.link", which is not a setting/],
    [{ toString: 1 }, /contains "toString"/],
    [{ staticExport: 'https://bundles.example/b' }, /staticExport must be a group of settings/],
    [{ sites: { one: { port: 80 } } }, /sites\.one contains "port", which is not a setting/],
  ] as const)
    assert.throws(() => parseHostSettings(input), { name: 'SettingsError', message });
});

test('a site inherits the settings of the process, and can override them', () => {
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

test('an export that is enabled without a link or polling is rejected', () => {
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
