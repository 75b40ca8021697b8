import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { systemClock } from '../../../platform/clock/index.ts';
import { createHttpClient, createUrlCheck } from '../../../platform/http-client/index.ts';
import {
  startFakeEnterprise,
  type FakeEnterprise,
} from '../../../platform/code-host/testing/fake-hosts/fake-enterprise.ts';
import { createSecretBox, readKeyId } from '../../../platform/secret-box/index.ts';
import { OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRequest, type ModuleRoutes } from '../../../testing/module-routes.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import type { RemoteAddress } from '../repositories/index.ts';
import { createOwnCodeHosts } from './own-code-hosts.ts';
import { resealCodeHosts } from './reseal-code-hosts.ts';
import { registerCodeHostRoutes } from './routes.ts';
import type { CodeHostTables } from './tables.ts';
import type { RemoteProject } from './to-code-host.ts';

const path = '/v1/code-hosts';
const token = 'ghp_canary';

describe('an organization’s code hosts', () => {
  let service: ModuleRoutes<CodeHostTables & AuditLogTables>;
  let github: FakeEnterprise;
  let own: ReturnType<typeof createOwnCodeHosts>;
  let projects: RemoteProject[];
  const key = randomBytes(32);
  const secretBox = createSecretBox({ current: key, previous: [] });
  before(async () => {
    github = await startFakeEnterprise();
    const allowed = { allowedPrivateHosts: [`http://${github.host}`] };
    const http = createHttpClient(allowed);
    service = await openModuleRoutes((routes, { database }) => {
      const deps = { database, http, clock: systemClock, secretBox };
      own = createOwnCodeHosts(deps);
      registerCodeHostRoutes(routes, {
        ...deps,
        baseUrl: 'https://docs.example',
        checkUrl: createUrlCheck(allowed),
        settingsHosts: [
          { kind: 'gitlab', webUrl: 'https://gitlab.com', apiUrl: null, credential: 'token', appId: null },
        ],
        findConnected: () => Promise.resolve(['https://gitlab.com/acme/*']),
        listProjects: () => Promise.resolve(projects),
      });
    });
  });
  after(async () => {
    await service.close();
    await github.close();
  });
  beforeEach(async () => {
    projects = [];
    github.fault = undefined;
    github.apps.length = 0;
    github.tokens.clear();
    github.tokens.set(token, ['repo']);
    await service.database.pool.query('DELETE FROM code_hosts');
  });
  const ask = (method: string, rest: string, more: ModuleRequest = {}) => service.request(method, path + rest, more);
  const connect = async (more: object = {}, as: ModuleRequest['as'] = {}) =>
    ask('POST', '', { body: { kind: 'github', webUrl: github.url, token, ...more }, as });
  const addressOf = (name: string): RemoteAddress => ({ kind: 'github', webUrl: github.url, path: name });
  const stored = async (): Promise<string> => {
    const { rows } = await service.database.pool.query('SELECT to_jsonb(c) AS row FROM code_hosts c');
    const { rows: events } = await service.database.pool.query('SELECT to_jsonb(e) AS row FROM audit_events e');
    return JSON.stringify([rows, events]);
  };

  test('have a token that is tested, encrypted and not shown, and list its repositories', async () => {
    const { status, json, text } = await connect();
    assert.equal(status, 201, text);
    assert.deepEqual([json.check.status, json.check.signedInAs], ['ready', 'octocat']);
    assert.deepEqual(
      json.check.permissions.map(({ name, status: state }: Record<string, string>) => [name, state]),
      [['repo', 'granted']],
    );
    assert.ok(!text.includes(token) && !(await stored()).includes(token));
    const listed = (await ask('GET', `/${json.id}/repositories?search=ACME`)).json;
    assert.deepEqual(
      listed.repositories.map(({ url }: { url: string }) => url),
      [`${github.url}/acme/docs`, `${github.url}/acme/site`],
    );
    const all = (await ask('GET', '')).json.codeHosts;
    assert.deepEqual(
      all.map(({ source, webUrl }: Record<string, string>) => [source, webUrl]),
      [
        ['organization', github.url],
        ['settings', 'https://gitlab.com'],
      ],
    );
  });

  test('report a token’s missing permissions, and refuse a token that the host doesn’t accept', async () => {
    github.tokens.set('ghp_weak', ['public_repo']);
    github.tokens.set('github_pat_fine', undefined);
    const weak = (await connect({ token: 'ghp_weak' })).json;
    assert.deepEqual([weak.check.status, weak.check.permissions[0].status], ['incomplete', 'missing']);
    assert.match(weak.check.message, /it lacks: repo\./);
    const fine = (await ask('PATCH', `/${weak.id}`, { body: { token: 'github_pat_fine' } })).json;
    assert.equal(fine.check.status, 'ready');
    assert.match(fine.check.message, /doesn't report these permissions: Contents: Read and write;/);
    const refused = await ask('PATCH', `/${weak.id}`, { body: { token: 'ghp_revoked' } });
    assert.deepEqual([refused.status, refused.json.code], [409, 'code_host_refused']);
    github.tokens.clear();
    const tested = (await ask('POST', `/${weak.id}/test`)).json;
    assert.equal(tested.check.status, 'failed');
    assert.match(tested.check.message, /does not accept the credential/);
  });

  test('report an App’s missing permissions, and list only the repositories on which it is installed', async () => {
    const app = github.addApp({
      name: 'Docs of Acme',
      permissions: { contents: 'read', pull_requests: 'write', metadata: 'read' },
      installedOn: ['acme'],
    });
    const { json, text } = await connect({ token: undefined, appId: String(app.id), privateKey: app.privateKey });
    assert.equal(json.check?.status, 'incomplete', text);
    assert.equal(
      json.check.message,
      'Signed in as Docs of Acme; it lacks: Contents: Read and write; Commit statuses: Read and write; Webhooks: Read and write; Issues: Read and write; Checks: Read-only.',
    );
    assert.equal(json.installUrl, `${github.url}/github-apps/docs-of-acme/installations/new`);
    assert.ok(!(await stored()).includes('PRIVATE KEY'));
    const listed = (await ask('GET', `/${json.id}/repositories`)).json;
    assert.deepEqual(
      listed.repositories.map(({ fullName }: { fullName: string }) => fullName),
      ['acme/docs', 'acme/site'],
    );
  });

  test('are refused with an error that names the invalid field and doesn’t quote a credential', async () => {
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const cases: readonly [object, string, RegExp][] = [
      [{ webUrl: 'http://169.254.169.254/latest' }, '/webUrl', /not allowed|not a public address/],
      [{ webUrl: 'https://127.0.0.1:1' }, '/webUrl', /DOCWRIGHT_PRIVATE_GIT_HOSTS=https:\/\/127\.0\.0\.1:1/],
      [{ webUrl: 'https://[::ffff:7f00:1]' }, '/webUrl', /not a public address/],
      [{ webUrl: 'https://2130706433/' }, '/webUrl', /not a public address/],
      [{ webUrl: 'https://localhost' }, '/webUrl', /not a public address/],
      [{ apiUrl: 'http://10.0.0.1' }, '/apiUrl', /not allowed|not a public address/],
      [{ webUrl: 'https://me:secret-canary@github.com' }, '/webUrl', /user name or a password/],
      [{ webUrl: `${github.url}/?q=1` }, '/webUrl', /must not contain "\?"/],
      [{ webUrl: 'https://git.example.com/a b' }, '/webUrl', /path/],
      [{ webUrl: 'file:///etc/passwd' }, '/webUrl', /https:/],
      [{ webUrl: 'nonsense' }, '/webUrl', /https:/],
      [{ token: 'ghp_secret-canary\r\nx-admin: 1' }, '/token', /line break/],
      [{ token: 'ghp secret-canary' }, '/token', /space/],
      [{ token: undefined }, '/token', /required/],
      [{ user: 'me@example.com' }, '/user', /Bitbucket/],
      [{ account: '../x' }, '/account', /name of an owner/],
      [{ token: undefined, appId: '7', privateKey: 'secret-canary' }, '/privateKey', /can't be read/],
      [{ token: undefined, appId: '7', privateKey }, '/privateKey', /not an RSA key/],
      [{ token: undefined, appId: '7' }, '/privateKey', /requires/],
      [{ appId: '7', privateKey: 'x' }, '/token', /not both/],
      [{ kind: 'gitea', webUrl: undefined }, '/webUrl', /required/],
      [{ kind: 'bitbucket', webUrl: undefined }, '/account', /workspace/],
      [{ kind: 'gitea', webUrl: 'https://gitlab.com' }, '/kind', /type gitlab/],
    ];
    for (const [more, field, words] of cases) {
      const { status, json, text } = await connect(more);
      const about = `${JSON.stringify(more)}: ${text}`;
      assert.deepEqual([status, json.code, json.details?.[0].path], [400, 'invalid_code_host', field], about);
      assert.match(json.error, words, about);
      assert.ok(!text.includes('canary'), about);
    }
    assert.equal(github.seen.filter(({ authorization }) => authorization.includes('secret-canary')).length, 0);
  });

  test('cause a specific error, and aren’t stored, if the host’s response is invalid, too large, an error, or missing', async () => {
    const cases: readonly [NonNullable<FakeEnterprise['fault']>, RegExp][] = [
      [(_path, response) => (response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'), true), /not JSON/],
      [(_path, response) => (response.writeHead(502).end('<html>'), true), /failed with status 502/],
      [(_path, response) => (response.writeHead(200).end('[]'), true), /lacks an object/],
      [
        (_path, response) => {
          response.writeHead(200, { 'content-length': String(1024 ** 3) }).write('{');
          return true;
        },
        /too large/,
      ],
      [(_path, response) => (response.destroy(), true), /could not be reached/],
      [(_path, response) => (response.writeHead(302, { location: 'http://169.254.169.254/' }).end(), true), /allowed/],
    ];
    for (const [fault, words] of cases) {
      github.fault = fault;
      const { status, json, text } = await connect();
      assert.deepEqual([status, json.code], [409, 'code_host_refused'], text);
      assert.match(json.error, words);
    }
    assert.equal((await ask('GET', '')).json.codeHosts.length, 1);
  });

  test('can’t be seen, changed or used by another organization', async () => {
    const { id } = (await connect()).json;
    const as = { organizationId: OTHER };
    for (const [method, rest] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['GET', '/repositories'],
    ] as const) {
      const answer = await ask(method, `/${id}${rest}`, { as, ...(method === 'PATCH' && { body: {} }) });
      assert.equal(answer.status, 404, `${method} ${rest}`);
    }
    assert.equal(await own.covers(OTHER, addressOf('acme/docs')), false);
    assert.equal(await own.connect(OTHER, addressOf('acme/docs')), undefined);
    assert.equal(await own.covers('org_home', addressOf('acme/docs')), true);
    // An attacker who moved the encrypted credential to another row couldn't use it.
    assert.equal((await connect({}, as)).status, 201);
    await service.database.pool.query(
      'UPDATE code_hosts SET credential = (SELECT credential FROM code_hosts WHERE organization_id = $1) WHERE organization_id = $2',
      ['org_home', OTHER],
    );
    await assert.rejects(own.connect(OTHER, addressOf('acme/docs')), { code: 'unauthorized' });
  });

  test('with the same address are chosen by account: the most specific one is used', async () => {
    github.tokens.set('ghp_acme', ['repo']);
    assert.equal((await connect()).status, 201);
    assert.equal((await connect({ token: 'ghp_acme', account: 'Acme' })).status, 201);
    assert.equal((await connect({ account: 'acme' })).json.code, 'code_host_taken');
    assert.equal((await connect({ kind: 'gitlab' })).json.code, 'code_host_taken');
    assert.equal((await connect({ kind: 'gitlab', account: 'x' })).json.code, 'invalid_code_host');
    const tokenOf = async (name: string): Promise<string | undefined> => {
      const host = await own.connect('org_home', addressOf(name));
      const authorization = await host?.gitAccess.authorization();
      return Buffer.from(authorization?.slice('Basic '.length) ?? '', 'base64')
        .toString()
        .split(':')[1];
    };
    assert.equal(await tokenOf('acme/docs'), 'ghp_acme');
    assert.equal(await tokenOf('ACME/docs'), 'ghp_acme');
    assert.equal(await tokenOf('acme-evil/docs'), token);
    assert.equal(await tokenOf('octocat/docs'), token);
  });

  test('use a new credential immediately, and can be disconnected only by force if a project depends on them', async () => {
    const { id } = (await connect()).json;
    projects = [{ id: 'proj_1', name: 'Docs', address: addressOf('acme/docs') }];
    await own.connect('org_home', addressOf('acme/docs'));
    github.tokens.set('ghp_new', ['repo']);
    assert.equal((await ask('PATCH', `/${id}`, { body: { token: 'ghp_new', name: 'Ours' } })).json.name, 'Ours');
    const host = await own.connect('org_home', addressOf('acme/docs'));
    assert.match(Buffer.from((await host!.gitAccess.authorization())!.slice(6), 'base64').toString(), /ghp_new$/);
    const kept = await ask('DELETE', `/${id}`);
    assert.deepEqual([kept.status, kept.json.code], [409, 'code_host_in_use']);
    assert.match(kept.json.error, /"Ours" provides access to the repository of "Docs"/);
    assert.equal((await ask('DELETE', `/${id}?force=true`)).status, 204);
    assert.equal(await own.connect('org_home', addressOf('acme/docs')), undefined);
    const { rows } = await service.database.pool.query(
      'SELECT action FROM audit_events WHERE target_id = $1 ORDER BY id',
      [id],
    );
    assert.deepEqual(
      rows.map(({ action }: { action: string }) => action),
      ['code_host.created', 'code_host.updated', 'code_host.deleted'],
    );
  });

  test('have a limit of 50', async () => {
    await service.database.pool.query(
      `INSERT INTO code_hosts (id, organization_id, kind, name, web_url, account, credential_kind, credential, key_id, created_by)
       SELECT 'ch_' || n, 'org_home', 'gitea', 'Git', 'https://git' || n || '.example', '', 'token', 'sealed', 'none', 'test'
       FROM generate_series(1, 50) AS n`,
    );
    assert.equal((await connect()).json.code, 'code_host_limit_reached');
  });

  test('are re-encrypted after a change of the master key', async () => {
    const { id } = (await connect()).json;
    const current = randomBytes(32);
    const rotated = createSecretBox({ current, previous: [key] });
    assert.deepEqual(await resealCodeHosts(service.database, rotated), { resealed: 1, unreadable: [] });
    assert.deepEqual(await resealCodeHosts(service.database, rotated), { resealed: 0, unreadable: [] });
    const { rows } = await service.database.pool.query('SELECT credential, key_id FROM code_hosts');
    assert.deepEqual([readKeyId(rows[0].credential), rows[0].key_id], [rotated.keyId, rotated.keyId]);
    const lost = createSecretBox({ current: randomBytes(32), previous: [] });
    assert.deepEqual(await resealCodeHosts(service.database, lost), { resealed: 0, unreadable: [id] });
  });
});
