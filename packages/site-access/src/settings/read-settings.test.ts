import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { AccessSettingsError } from './access-settings-error.ts';
import { readJwtSettings, readPublicKey } from './read-jwt-settings.ts';
import { listFetchedUrls, readOAuthSettings } from './read-oauth-settings.ts';
import { readProxySettings } from './read-proxy-settings.ts';
import { toSiteAccess, type AccessParts } from './to-site-access.ts';

const rules = { allowsHttp: (url: URL) => url.host === 'login.internal:8080' };
const issuer = 'https://login.example.com/realms/acme';
const urls = {
  authorizationUrl: 'https://login.example.com/authorize',
  tokenUrl: 'https://login.example.com/token',
  apiUrl: 'https://login.example.com/me',
};

/** Returns `path message` of the error. */
const refusal = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof AccessSettingsError, String(error));
    return `${error.path} ${error.message}`;
  }
  return 'accepted';
};
const oauth = (draft: object) => () => readOAuthSettings({ clientId: 'docs', ...draft }, rules);

describe('OAuth settings', () => {
  test('with an issuer have the defaults of OpenID Connect', () => {
    assert.deepEqual(readOAuthSettings({ issuer, clientId: ' docs ' }, rules), {
      provider: { kind: 'oidc', issuer, groupsClaim: 'groups' },
      clientId: 'docs',
      scopes: ['openid', 'profile', 'email'],
      authorizationParameters: {},
      logoutUrl: '',
    });
  });

  test('without an issuer have no scopes; the addresses that servers request are listed', () => {
    const settings = readOAuthSettings({ ...urls, clientId: 'docs' }, rules);
    assert.deepEqual(settings.scopes, []);
    assert.deepEqual(listFetchedUrls(settings), [
      { path: '/oauth/tokenUrl', url: urls.tokenUrl },
      { path: '/oauth/apiUrl', url: urls.apiUrl },
    ]);
    assert.deepEqual(
      listFetchedUrls(readOAuthSettings({ issuer, clientId: 'docs' }, rules)).map(({ url }) => url),
      [issuer],
    );
  });

  const rows: readonly [title: string, draft: object, expected: RegExp][] = [
    ['neither form', {}, /^\/oauth\/issuer is missing/],
    ['both forms', { issuer, ...urls }, /^\/oauth\/authorizationUrl must be omitted/],
    ['two of three URLs', { ...urls, apiUrl: '' }, /^\/oauth\/apiUrl is missing/],
    ['http', { issuer: 'http://login.example.com' }, /^\/oauth\/issuer "http:.*does not use https/],
    ['another scheme', { ...urls, authorizationUrl: 'javascript:alert(1)' }, /authorizationUrl .*does not use https/],
    ['no URL', { issuer: 'login.example.com' }, /is not a URL/],
    ['a user name', { issuer: 'https://a:b@login.example.com' }, /must not contain a user name/],
    ['a fragment', { issuer: `${issuer}#x` }, /fragment/],
    ['a query', { issuer: `${issuer}?x` }, /query/],
    ['the discovery document', { issuer: `${issuer}/.well-known/openid-configuration` }, /the part before/],
    ['an empty client ID', { issuer, clientId: ' ' }, /^\/oauth\/clientId is empty/],
    ['a scope with a space', { issuer, scopes: ['openid email'] }, /^\/oauth\/scopes\/0 "openid email"/],
    ['no scope openid', { issuer, scopes: ['email'] }, /^\/oauth\/scopes must contain "openid"/],
    ['a reserved parameter', { issuer, authorizationParameters: { Redirect_URI: 'x' } }, /Redirect_URI is set by/],
    ['an invalid parameter name', { issuer, authorizationParameters: { 'a b': 'x' } }, /is not a parameter name/],
    ['a long parameter', { issuer, authorizationParameters: { a: 'x'.repeat(1_001) } }, /1,000 characters/],
    [
      'many parameters',
      {
        issuer,
        authorizationParameters: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`p${n}`, ''])),
      },
      /has 21 entries; at most 20/,
    ],
    ['a long URL', { issuer: `https://login.example.com/${'x'.repeat(2_000)}` }, /at most 2,000 characters/],
    ['http on this machine', { issuer: 'http://127.0.0.1:9000' }, /^accepted$/],
    ['http that the operator allows', { issuer: 'http://login.internal:8080/x' }, /^accepted$/],
  ];
  for (const [title, draft, expected] of rows)
    test(`${title}: ${expected.source === '^accepted$' ? 'accepted' : 'refused with the reason'}`, () => {
      assert.match(refusal(oauth(draft)), expected);
    });
});

test('a login page is an https URL', () => {
  assert.equal(
    refusal(() => readJwtSettings({ loginUrl: 'https://app.example.com/login?a=b' }, rules)),
    'accepted',
  );
  assert.match(
    refusal(() => readJwtSettings({ loginUrl: '/login' }, rules)),
    /^\/jwt\/loginUrl "\/login" is not a URL/,
  );
});

describe('proxy settings', () => {
  const proxy = (draft: object) => () => readProxySettings({ addresses: ['10.0.0.5'], ...draft });

  test('have the usual headers by default', () => {
    assert.deepEqual(readProxySettings({ addresses: ['10.0.0.5', '10.0.0.5', 'fd00:1::/64'] }), {
      addresses: ['10.0.0.5', 'fd00:1::/64'],
      userHeader: 'X-Forwarded-User',
      groupsHeader: 'X-Forwarded-Groups',
      nameHeader: 'X-Forwarded-Preferred-Username',
      emailHeader: 'X-Forwarded-Email',
      secretHeader: 'X-Proxy-Secret',
      certificateSubject: null,
    });
  });

  const rows: readonly [title: string, draft: object, expected: RegExp][] = [
    ['no address', { addresses: [] }, /^\/proxy\/addresses is empty/],
    ['every address', { addresses: ['0.0.0.0/0'] }, /^\/proxy\/addresses\/0 "0\.0\.0\.0\/0" is too wide/],
    ['every IPv6 address', { addresses: ['10.0.0.1', '::/0'] }, /^\/proxy\/addresses\/1 "::\/0" is too wide/],
    ['a name', { addresses: ['proxy.internal'] }, /is not an IP address/],
    ['a mask that is too long', { addresses: ['10.0.0.0/33'] }, /is not an IP address/],
    ['an empty mask', { addresses: ['10.0.0.0/'] }, /is not an IP address/],
    ['two masks', { addresses: ['10.0.0.0/8/8'] }, /is not an IP address/],
    ['a zone', { addresses: ['fe80::1%eth0'] }, /is not an IP address/],
    ['an address in another notation', { addresses: ['0x7f.1'] }, /is not an IP address/],
    ['a header with a space', { userHeader: 'X User' }, /^\/proxy\/userHeader "X User" is not the name/],
    ['a header with a line break', { userHeader: 'X-User\r\nX: y' }, /is not the name/],
    ['a header with another meaning', { userHeader: 'authorization' }, /already has another meaning/],
    [
      'one header for two values',
      { emailHeader: 'x-forwarded-preferred-username' },
      /^\/proxy\/emailHeader .*value of nameHeader/,
    ],
  ];
  for (const [title, draft, expected] of rows)
    test(`${title}: refused with the reason`, () => assert.match(refusal(proxy(draft)), expected));

  test('accept certificate subjects in common notations', () => {
    const subjectOf = (certificateSubject: string) =>
      readProxySettings({ addresses: ['10.0.0.5'], certificateSubject }).certificateSubject;
    for (const written of ['O=Example,CN=proxy', 'O = Example, CN = proxy', ' O=Example,  CN=proxy '])
      assert.equal(subjectOf(written), 'O=Example,CN=proxy');
    for (const written of ['O="Example, Inc.", CN=a=b', 'O=Example, Inc.,CN=a=b', String.raw`O=Example\, Inc.,CN=a=b`])
      assert.equal(subjectOf(written), String.raw`O=Example\, Inc.,CN=a=b`);
    for (const refused of ['', 'proxy', '=proxy', 'CN=', 'CN=proxy,O=', 'C N=proxy', 'CN=a\nO=b'])
      assert.match(
        refusal(proxy({ certificateSubject: refused })),
        /^\/proxy\/certificateSubject ".*" is not the subject/s,
      );
  });
});

test('the type of a public key is recognized, and private keys are refused', () => {
  const spki = { type: 'spki', format: 'pem' } as const;
  const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
  const ed = generateKeyPairSync('ed25519', { publicKeyEncoding: spki, privateKeyEncoding: pkcs8 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256', publicKeyEncoding: spki, privateKeyEncoding: pkcs8 });
  assert.deepEqual(readPublicKey(` ${ed.publicKey}\n`), { algorithm: 'EdDSA', publicKey: ed.publicKey });
  assert.deepEqual(readPublicKey(ec.publicKey), { algorithm: 'ES256', publicKey: ec.publicKey });
  for (const pem of [ed.privateKey, `${ed.publicKey}${ed.privateKey}`, '-----BEGIN EC PRIVATE KEY-----'])
    assert.deepEqual(readPublicKey(pem), { fault: 'private', found: 'a private key' });
});

describe('the access settings of a site', () => {
  const parts: AccessParts = {
    mode: 'public',
    signIn: 'required',
    rules: { sessionSeconds: 1, sessionEpoch: 2 },
    settings: { oauth: null, jwt: null, proxy: null },
    secrets: {},
    passwordIds: ['rp_1'],
    keys: [],
  };

  test('contain only the settings of their mode', () => {
    assert.deepEqual(toSiteAccess(parts), { mode: 'public', sessionSeconds: 1, sessionEpoch: 2 });
    assert.deepEqual(toSiteAccess({ ...parts, mode: 'password' }), {
      mode: 'password',
      sessionSeconds: 1,
      sessionEpoch: 2,
      passwordIds: ['rp_1'],
    });
  });

  test('are refused if the mode’s settings or a required secret are missing', () => {
    for (const mode of ['oauth', 'jwt', 'proxy'] as const)
      assert.throws(() => toSiteAccess({ ...parts, mode }), /incomplete/);
    const proxy = readProxySettings({ addresses: ['10.0.0.5'] });
    const settings = { ...parts.settings, proxy };
    assert.throws(() => toSiteAccess({ ...parts, mode: 'proxy', settings }), /incomplete/);
    const access = toSiteAccess({ ...parts, mode: 'proxy', settings, secrets: { proxySecret: 's' } });
    assert.ok(access.mode === 'proxy' && access.proof.kind === 'secret' && access.proof.secret === 's');
  });
});
