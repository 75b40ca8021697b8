import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createSecretBox } from '../../../platform/secret-box/index.ts';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import { siteChannel } from '../deployments/index.ts';
import { resealAccess } from './reseal-access.ts';
import { selectSiteAccess } from './select-site-access.ts';
import { openAccess, privateHost, type TestAccess, type TestSite } from './testing/open-access.ts';

const canary = 'canary-0f1e2d3c4b5a';
const issuer = 'https://login.example.com/realms/acme';
const oidc = { issuer, clientId: 'docs', clientSecret: canary };
const plain = {
  authorizationUrl: 'https://login.example.com/authorize',
  tokenUrl: 'https://login.example.com/token',
  apiUrl: 'https://login.example.com/me',
  clientId: 'docs',
};
const proxy = { addresses: ['10.0.0.0/24'], secret: `${canary}-proxy` };

describe("readers' access", () => {
  let access: TestAccess;
  let site: TestSite;
  before(async () => {
    access = await openAccess();
  });
  after(() => access.close());
  beforeEach(async () => {
    site = await access.addSite();
    access.events.length = 0;
  });

  const row = async (columns = '*') => {
    const { rows } = await access.service.database.pool.query(
      `select ${columns} from site_access where project_id = $1`,
      [site.projectId],
    );
    return rows[0];
  };
  const served = async (secretBox = access.secretBox) => {
    const { json } = await site.request('GET');
    const owner = { projectId: site.projectId, organizationId: HOME };
    return selectSiteAccess(
      { db: access.service.database.kysely, secretBox },
      { ...owner, mode: json.mode, signIn: json.signIn },
    );
  };
  const refusal = async (body: unknown): Promise<string> => {
    const { status, json } = await site.put(body);
    assert.equal(status, 400, JSON.stringify(json));
    return `${json.code as string} ${json.details[0].path as string}: ${json.error as string}`;
  };

  test('is public until someone changes it, and a new site has no settings', async () => {
    const { status, json } = await site.request('GET');
    assert.equal(status, 200);
    assert.deepEqual(json, {
      projectId: site.projectId,
      mode: 'public',
      signIn: 'required',
      sessionSeconds: 604_800,
      oauth: null,
      jwt: null,
      proxy: null,
      redirectUrl: `https://${site.projectId.replace('_', '-')}.sites.example/login/oauth/callback`,
      passwords: [],
      keys: [],
      sessions: 0,
      readerTokens: 0,
      signedOutAt: null,
      secretsReadable: true,
      updatedAt: null,
    });
    assert.deepEqual(await served(), { mode: 'public', sessionSeconds: 604_800, sessionEpoch: 0 });
  });

  test('is stored with its defaults for OpenID Connect, and the secret only in encrypted form', async () => {
    const { status, json, text } = await site.put({ mode: 'oauth', oauth: oidc });
    assert.equal(status, 200, text);
    assert.ok(!text.includes(canary));
    assert.deepEqual(json.oauth, {
      clientId: 'docs',
      issuer,
      groupsClaim: 'groups',
      authorizationUrl: '',
      tokenUrl: '',
      apiUrl: '',
      scopes: ['openid', 'profile', 'email'],
      authorizationParameters: {},
      logoutUrl: '',
      hasClientSecret: true,
    });
    assert.ok(!JSON.stringify(await row()).includes(canary));
    assert.deepEqual(await served(), {
      mode: 'oauth',
      signIn: 'required',
      sessionSeconds: 604_800,
      sessionEpoch: 1,
      provider: { kind: 'oidc', issuer, groupsClaim: 'groups' },
      clientId: 'docs',
      clientSecret: canary,
      scopes: ['openid', 'profile', 'email'],
      authorizationParameters: {},
      logoutUrl: '',
    });
    const [event] = await site.audit();
    assert.match(event ?? '', /^site_access\.updated .*mode="oauth".*clientSecretChanged.*previousMode="public"/);
    assert.ok(!(event ?? '').includes(canary));
  });

  test('shows the redirect URL at the name and path at which readers see the site', async () => {
    const { pool } = access.service.database;
    const shown = async (): Promise<string> => (await site.request('GET')).json.redirectUrl;
    const own = await shown();
    const name = (leadsHere: boolean, basePath: string) =>
      pool.query(
        `update sites set primary_domain = 'docs.example.com', primary_leads_here = $2, base_path = $3 where project_id = $1`,
        [site.projectId, leadsHere, basePath],
      );
    await name(false, '');
    assert.equal(await shown(), own);
    await name(true, '');
    assert.equal(await shown(), 'https://docs.example.com/login/oauth/callback');
    // The website's proxy forwards requests from readers of its domain to an edge.
    await name(false, '/docs');
    assert.equal(await shown(), 'https://docs.example.com/docs/login/oauth/callback');
  });

  test('requires three URLs for OAuth 2', async () => {
    const { json } = await site.put({ mode: 'oauth', oauth: plain });
    assert.deepEqual([json.oauth.apiUrl, json.oauth.scopes, json.oauth.hasClientSecret], [plain.apiUrl, [], false]);
    const { apiUrl: _apiUrl, ...two } = plain;
    assert.match(await refusal({ mode: 'oauth', oauth: two }), /\/oauth\/apiUrl: .*needs `authorizationUrl`/);
  });

  test('requires a secret for a proxy, and keeps it if a request omits it', async () => {
    assert.match(await refusal({ mode: 'proxy', proxy: { addresses: ['10.0.0.5'] } }), /\/proxy\/secret: .*is missing/);
    await site.put({ mode: 'proxy', proxy });
    const { json } = await site.put({ mode: 'proxy', proxy: { addresses: ['10.0.0.5'], userHeader: 'X-User' } });
    assert.deepEqual(
      [json.proxy.addresses, json.proxy.userHeader, json.proxy.hasSecret],
      [['10.0.0.5'], 'X-User', true],
    );
    const now = await served();
    assert.ok(now.mode === 'proxy');
    assert.deepEqual(now.proof, { kind: 'secret', header: 'X-Proxy-Secret', secret: proxy.secret });
    assert.match(
      await refusal({ mode: 'proxy', proxy: { addresses: ['10.0.0.5'], secret: null } }),
      /\/proxy\/secret: .*is missing/,
    );
  });

  test('keeps the settings of other modes, so that they can be chosen again', async () => {
    await site.put({ mode: 'oauth', oauth: oidc });
    await site.put({ mode: 'public' });
    const { json } = await site.put({ mode: 'oauth' });
    assert.deepEqual([json.mode, json.oauth.hasClientSecret], ['oauth', true]);
    await site.put({ mode: 'members', oauth: null });
    assert.match(await refusal({ mode: 'oauth' }), /\/oauth: .*needs a provider/);
    assert.equal((await row('secrets')).secrets, null);
  });

  test('can’t be changed so that a client secret is sent to an address for which it was not entered', async () => {
    await site.put({ mode: 'oauth', oauth: oidc });
    const elsewhere = { issuer: 'https://evil.example.com', clientId: 'docs' };
    assert.match(
      await refusal({ mode: 'oauth', oauth: elsewhere }),
      /\/oauth\/clientSecret: .*entered for other addresses/,
    );
    assert.match(await refusal({ mode: 'oauth', oauth: plain }), /\/oauth\/clientSecret/);
    const now = await served();
    assert.ok(now.mode === 'oauth' && now.clientSecret === canary && now.provider.kind === 'oidc');
    const { json } = await site.put({ mode: 'oauth', oauth: { ...elsewhere, clientSecret: null } });
    assert.equal(json.oauth.hasClientSecret, false);
  });

  test('refuses addresses in private networks and without TLS, except allowed hosts and those that only browsers open', async () => {
    const given = (change: object) => refusal({ mode: 'oauth', oauth: { ...oidc, ...change } });
    for (const bad of [
      'https://127.0.0.1',
      'https://[::1]/',
      'https://intranet.example.com',
      'https://169.254.169.254/',
    ])
      assert.match(await given({ issuer: bad }), /\/oauth\/issuer: .*DOCWRIGHT_PRIVATE_SIGN_IN_HOSTS=https:/, bad);
    assert.match(await given({ issuer: 'http://login.example.com' }), /does not use https/);
    assert.match(
      await given({ issuer: 'http://127.0.0.1:9' }),
      /DOCWRIGHT_PRIVATE_SIGN_IN_HOSTS=http:\/\/127\.0\.0\.1:9/,
    );
    assert.match(await given({ issuer: 'login' }), /"login" is not a URL/);
    assert.match(
      await refusal({ mode: 'oauth', oauth: { ...plain, tokenUrl: 'https://10.0.0.1/token' } }),
      /\/oauth\/tokenUrl/,
    );
    // Only browsers open these addresses.
    const inside = { ...plain, authorizationUrl: 'https://intranet.example.com/login' };
    assert.equal((await site.put({ mode: 'oauth', oauth: inside })).status, 200);
    const allowed = { issuer: `${privateHost}/realm`, clientId: 'docs' };
    assert.equal((await site.put({ mode: 'oauth', oauth: allowed })).status, 200);
  });

  test('with a proxy’s client certificate requires no secret, but requires edges that request certificates', async () => {
    const certified = { addresses: ['10.0.0.5'], certificateSubject: 'O = Example, CN = proxy' };
    assert.match(
      await refusal({ mode: 'proxy', proxy: certified }),
      /\/proxy\/certificateSubject: .*DOCWRIGHT_PROXY_CA_FILE/,
    );
    access.checks.requestsCertificates = true;
    try {
      const { json } = await site.put({ mode: 'proxy', proxy: certified });
      assert.deepEqual([json.proxy.certificateSubject, json.proxy.hasSecret], ['O=Example,CN=proxy', false]);
      const now = await served();
      assert.ok(now.mode === 'proxy');
      assert.deepEqual(now.proof, { kind: 'mtls', subject: 'O=Example,CN=proxy' });
      // Without the subject, the secret is required again.
      assert.match(await refusal({ mode: 'proxy', proxy: { addresses: ['10.0.0.5'] } }), /\/proxy\/secret/);
    } finally {
      access.checks.requestsCertificates = false;
    }
  });

  test('refuses very large networks as the addresses of a proxy', async () => {
    for (const bad of ['0.0.0.0/0', '::/0', '8.0.0.0/7', '2000::/3'])
      assert.match(
        await refusal({ mode: 'proxy', proxy: { ...proxy, addresses: ['10.0.0.1', bad] } }),
        /\/proxy\/addresses\/1: .*is too wide/,
        bad,
      );
  });

  test('can’t have the mode "password" or "jwt" without a password or key', async () => {
    assert.match(await refusal({ mode: 'password' }), /\/mode: .*has no password/);
    const jwt = { loginUrl: 'https://app.example.com/login' };
    assert.match(await refusal({ mode: 'jwt' }), /\/jwt: .*URL of your login page/);
    assert.match(await refusal({ mode: 'jwt', jwt }), /\/mode: .*has no key/);
    await site.request('POST', '/keys', { body: {} });
    assert.equal((await site.put({ mode: 'jwt', jwt })).status, 200);
    await site.request('PUT', '/passwords/Press');
    assert.equal((await site.put({ mode: 'password' })).status, 200);
    // A later deletion doesn't open the site.
    await site.request('DELETE', '/passwords/Press');
    const { json } = await site.put({ mode: 'password', sessionSeconds: 3_600 });
    assert.deepEqual([json.mode, json.sessionSeconds], ['password', 3_600]);
  });

  test('ends sessions only after a change of mode, provider or client', async () => {
    const epoch = async (): Promise<number> => (await served()).sessionEpoch;
    await site.put({ mode: 'oauth', oauth: oidc });
    assert.equal(await epoch(), 1);
    await site.put({ mode: 'oauth', sessionSeconds: 3_600, oauth: { ...oidc, scopes: ['openid'] } });
    assert.equal(await epoch(), 1);
    await site.put({ mode: 'oauth', oauth: { ...oidc, clientId: 'other' } });
    assert.equal(await epoch(), 2);
    await site.put({ mode: 'oauth', oauth: { ...oidc, clientId: 'other', issuer: 'https://b.example.com' } });
    assert.equal(await epoch(), 3);
    await site.put({ mode: 'members' });
    await site.put({ mode: 'oauth' });
    assert.equal(await epoch(), 5);
  });

  test('names unknown fields and values that are out of range', async () => {
    for (const [body, at] of [
      [{ mode: 'everybody' }, '/mode'],
      [{}, '/mode'],
      [{ mode: 'members', sessionSeconds: 299 }, '/sessionSeconds'],
      [{ mode: 'members', sessionSeconds: 2_592_001 }, '/sessionSeconds'],
      [{ mode: 'members', sessionSeconds: 2 ** 31 }, '/sessionSeconds'],
      [{ mode: 'members', sessionSeconds: 1.5 }, '/sessionSeconds'],
      [{ mode: 'members', color: 'red' }, '/color'],
      [{ mode: 'oauth', oauth: { ...oidc, secret: 'x' } }, '/oauth/secret'],
      [{ mode: 'oauth', oauth: { ...oidc, clientId: 'a\u0000b' } }, '/oauth/clientId'],
      [{ mode: 'oauth', oauth: { ...oidc, clientId: 'x'.repeat(501) } }, '/oauth/clientId'],
      [{ mode: 'oauth', oauth: { ...oidc, scopes: 'openid' } }, '/oauth/scopes'],
      [
        { mode: 'oauth', oauth: { ...oidc, authorizationParameters: { state: 'x' } } },
        '/oauth/authorizationParameters/state',
      ],
      [{ mode: 'oauth', oauth: { ...oidc, authorizationParameters: { 'a\u0000': 'x' } } }, undefined],
      [{ mode: 'oauth', oauth: { ...oidc, authorizationParameters: { a: 'x\u0000' } } }, undefined],
      [{ mode: 'proxy', proxy: { addresses: [], secret: proxy.secret } }, '/proxy/addresses'],
      [{ mode: 'proxy', proxy: { ...proxy, secret: 'short' } }, '/proxy/secret'],
      [{ mode: 'proxy', proxy: { ...proxy, userHeader: 'Cookie' } }, '/proxy/userHeader'],
      [{ mode: 'proxy', proxy: { ...proxy, groupsHeader: 'x-forwarded-user' } }, '/proxy/groupsHeader'],
    ] as const) {
      const { status, json } = await site.put(body);
      assert.equal(status, 400, JSON.stringify(body));
      if (at !== undefined) assert.equal(json.details[0].path, at, JSON.stringify(json));
      assert.ok(!JSON.stringify(json).includes(canary));
    }
    assert.deepEqual(await site.audit(), []);
  });

  test('is not overwritten if someone else changed it in the meantime', async () => {
    const first = await site.request('GET');
    const headers = { 'if-match': String(first.headers.get('etag')) };
    assert.equal(headers['if-match'], '"null"');
    assert.equal((await site.put({ mode: 'members' }, { headers })).status, 200);
    const late = await site.put({ mode: 'public' }, { headers });
    assert.deepEqual([late.status, late.json.code], [412, 'precondition_failed']);
    const etag = String((await site.request('GET')).headers.get('etag'));
    const [a, b] = await Promise.all(
      [3_600, 7_200].map((sessionSeconds) =>
        site.put({ mode: 'members', sessionSeconds }, { headers: { 'if-match': etag } }),
      ),
    );
    assert.deepEqual(new Set([a?.status, b?.status]), new Set([200, 412]));
  });

  test('belongs to its project: other organizations and other projects’ keys can’t find it', async () => {
    for (const as of [{ organizationId: OTHER }, { projectIds: ['proj_elsewhere'] }])
      for (const [method, rest, body] of [
        ['GET', '', undefined],
        ['PUT', '', { mode: 'members' }],
        ['PUT', '/passwords/Press', undefined],
        ['DELETE', '/passwords/Press', undefined],
        ['POST', '/keys', {}],
        ['DELETE', '/keys/k', undefined],
        ['POST', '/sign-out-everyone', undefined],
        ['POST', '/test-sign-in', { mode: 'jwt' }],
        ['GET', '/test-sign-in/t', undefined],
      ] as const) {
        const { status, json } = await site.request(method, rest, { as, ...(body && { body }) });
        assert.deepEqual([status, json.code], [404, 'not_found'], `${method} ${rest}`);
      }
    const as = { scopes: ['projects:read' as const] };
    assert.equal((await site.request('GET', '', { as })).status, 200);
    assert.deepEqual([(await site.put({ mode: 'members' }, { as })).status], [403]);
    assert.equal((await site.request('GET')).json.mode, 'public');
  });

  test('is refused for a project that is served elsewhere, with an error that says where to set it', async () => {
    const { pool } = access.service.database;
    await pool.query(`update projects set deployment_kind = 'air-gapped' where id = $1`, [site.projectId]);
    for (const answer of [await site.request('GET'), await site.put({ mode: 'members' })]) {
      assert.deepEqual([answer.status, answer.json.code], [403, 'site_not_live']);
      assert.match(answer.json.error, /"air-gapped".*`access\.\*` of `docwright host`.*"members"/);
    }
  });

  test('is announced to the edges at each change, and a webhook lists what to purge', async () => {
    await site.request('GET');
    const client = await access.service.database.pool.connect();
    const heard: (string | undefined)[] = [];
    client.on('notification', ({ payload }) => heard.push(payload));
    try {
      await client.query(`listen ${siteChannel}`);
      await site.put({ mode: 'members' });
      await site.request('POST', '/sign-out-everyone');
      await site.request('PUT', '/passwords/Press');
      await client.query('select 1');
      assert.deepEqual(heard, Array(3).fill(site.projectId));
    } finally {
      client.removeAllListeners('notification');
      await client.query('unlisten *');
      client.release();
    }
    const url = `https://${site.projectId.replace('_', '-')}.sites.example`;
    await site.put({ mode: 'members', sessionSeconds: 3_600 });
    await site.put({ mode: 'public' });
    assert.deepEqual(
      access.events.map(({ type, data }) => [type, data]),
      [
        [
          'site.access_changed',
          {
            projectId: site.projectId,
            mode: 'members',
            signIn: 'required',
            previousMode: 'public',
            previousSignIn: 'required',
            url,
            purgePrefixes: [`${url}/`],
          },
        ],
        [
          'site.access_changed',
          {
            projectId: site.projectId,
            mode: 'public',
            signIn: 'required',
            previousMode: 'members',
            previousSignIn: 'required',
            url,
            purgePrefixes: [],
          },
        ],
      ],
    );
  });

  test('can’t be served with a master key that can’t open its secrets', async () => {
    await site.put({ mode: 'oauth', oauth: oidc });
    const other = createSecretBox({ current: randomBytes(32), previous: [] });
    await assert.rejects(served(other), { code: 'master-key-unknown' });
    assert.deepEqual(await resealAccess(access.service.database, other), {
      resealed: 0,
      unreadable: await protectedSites(),
    });
  });

  test('is re-encrypted with the current master key if it was stored with another one', async () => {
    await site.put({ mode: 'oauth', oauth: oidc });
    const before = await row('secrets, updated_at');
    const box = createSecretBox({ current: randomBytes(32), previous: [] });
    const { pool } = access.service.database;
    await pool.query(`update site_access set key_id = 'old' where project_id = $1`, [site.projectId]);
    const { resealed } = await resealAccess(access.service.database, access.secretBox);
    assert.ok(resealed >= 1);
    const after = await row('secrets, key_id, updated_at');
    assert.notEqual(after.secrets, before.secrets);
    assert.deepEqual([after.key_id, after.updated_at], [access.secretBox.keyId, before.updated_at]);
    const now = await served();
    assert.ok(now.mode === 'oauth' && now.clientSecret === canary && box.keyId !== after.key_id);
  });

  test('is deleted with its project', async () => {
    await site.put({ mode: 'oauth', oauth: oidc });
    await site.request('PUT', '/passwords/Press');
    await site.request('POST', '/keys', { body: {} });
    const { pool } = access.service.database;
    await pool.query('delete from projects where id = $1', [site.projectId]);
    for (const table of ['site_access', 'site_reader_passwords', 'site_reader_keys'])
      assert.equal(
        (await pool.query(`select from ${table} where project_id = $1`, [site.projectId])).rowCount,
        0,
        table,
      );
  });

  async function protectedSites(): Promise<string[]> {
    const { rows } = await access.service.database.pool.query(
      'select project_id from site_access where secrets is not null order by 1',
    );
    return rows.map(({ project_id: id }) => id);
  }

  test('causes another build of the live site only if the site becomes protected or public', async () => {
    const count = (): number => access.redeployed.filter((id) => id === site.projectId).length;
    await site.put({ mode: 'members' });
    assert.equal(count(), 1);
    await site.put({ mode: 'members', sessionSeconds: 600 });
    await site.put({ mode: 'oauth', oauth: oidc });
    assert.equal(count(), 1);
    await site.put({ mode: 'public' });
    assert.equal(count(), 2);
  });

  test('can make the sign-in optional, which causes a new build and a webhook with the addresses to purge', async () => {
    await site.put({ mode: 'oauth', oauth: oidc, signIn: 'optional' });
    const shown = await served();
    assert.ok(shown.mode === 'oauth' && shown.signIn === 'optional');
    await site.put({ mode: 'oauth', sessionSeconds: 600 });
    assert.equal((await site.request('GET')).json.signIn, 'optional', 'an omitted setting is unchanged');
    await site.put({ mode: 'oauth', signIn: 'required' });
    const url = `https://${site.projectId.replace('_', '-')}.sites.example/`;
    assert.deepEqual(
      access.events.map((event) => {
        const data: Readonly<Record<string, unknown>> = { ...event.data };
        return [data['previousSignIn'], data['signIn'], data['purgePrefixes']];
      }),
      [
        ['required', 'optional', [url]],
        ['optional', 'required', [url]],
      ],
    );
    assert.equal(access.redeployed.filter((id) => id === site.projectId).length, 2);
    assert.match((await site.audit()).join('\n'), /signIn="optional"/);
  });

  test('requires the sign-in again in a mode that can’t identify readers of a public site', async () => {
    await site.put({ mode: 'oauth', oauth: oidc, signIn: 'optional' });
    for (const mode of ['password', 'members', 'proxy', 'public'])
      assert.match(await refusal({ mode, signIn: 'optional' }), /\/signIn: .*use "oauth" or "jwt"/);
    await site.put({ mode: 'members' });
    assert.equal((await site.request('GET')).json.signIn, 'required');
    const { pool } = access.service.database;
    await assert.rejects(
      pool.query('update sites set sign_in_optional = true where project_id = $1', [site.projectId]),
      /check/,
    );
  });
});
