import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { createHttpClient, createUrlCheck } from '../../../platform/http-client/index.ts';
import {
  startFakeEnterprise,
  type FakeEnterprise,
} from '../../../platform/code-host/testing/fake-hosts/fake-enterprise.ts';
import { createSecretBox } from '../../../platform/secret-box/index.ts';
import { OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRequest, type ModuleRoutes } from '../../../testing/module-routes.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import { registerGitHubAppPage } from './app-page.ts';
import { registerCodeHostRoutes } from './routes.ts';
import type { CodeHostTables } from './tables.ts';

const path = '/v1/code-hosts/github-apps';
const baseUrl = 'https://docs.example';

interface Started {
  readonly continueUrl: string;
  readonly verifier: string;
}

describe('a GitHub App that is created from its manifest', () => {
  let service: ModuleRoutes<CodeHostTables & AuditLogTables>;
  let github: FakeEnterprise;
  const clock = createFixedClock(new Date());
  before(async () => {
    github = await startFakeEnterprise();
    const allowed = { allowedPrivateHosts: [`http://${github.host}`] };
    const http = createHttpClient(allowed);
    service = await openModuleRoutes((routes, { database, app }) => {
      const secretBox = createSecretBox({ current: randomBytes(32), previous: [] });
      registerGitHubAppPage(app, { database, clock, baseUrl });
      registerCodeHostRoutes(routes, {
        database,
        http,
        clock,
        secretBox,
        baseUrl,
        checkUrl: createUrlCheck(allowed),
        settingsHosts: [],
        findConnected: () => Promise.resolve([]),
        listProjects: () => Promise.resolve([]),
      });
    });
  });
  after(async () => {
    await service.close();
    await github.close();
  });
  beforeEach(async () => {
    github.fault = undefined;
    await service.database.pool.query('DELETE FROM code_hosts; DELETE FROM code_host_app_requests');
  });
  const start = async (body: object = {}): Promise<Started> => {
    const answer = await service.request('POST', path, { body: { webUrl: github.url, account: 'Acme', ...body } });
    assert.equal(answer.status, 201, answer.text);
    return answer.json;
  };
  const pageOf = ({ continueUrl }: Started) => service.request('GET', continueUrl.slice(baseUrl.length), { as: null });
  const make = async (started: Started) => ({
    ...(await github.makeApp((await pageOf(started)).text)),
    verifier: started.verifier,
  });
  const complete = (body: object, as: ModuleRequest['as'] = {}) =>
    service.request('POST', `${path}/complete`, { body, as });
  const refused = async (body: object, as?: ModuleRequest['as']): Promise<void> => {
    const { status, json, text } = await complete(body, as);
    assert.deepEqual([status, json.code, json.details?.[0].path], [400, 'invalid_code_host', '/state'], text);
  };

  test('is private, belongs to the organization, and its returned key is stored encrypted', async () => {
    const started = await start();
    const page = await pageOf(started);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.ok(policy.includes(`form-action ${github.url};`) && policy.includes("default-src 'none'"), policy);
    assert.ok(!page.text.includes(started.verifier));
    const { status, json, text } = await complete(await make(started));
    assert.equal(status, 201, text);
    const app = github.apps.at(-1)!;
    assert.equal(app.manifest.public, false);
    assert.equal(app.manifest.hook_attributes, undefined);
    assert.deepEqual(
      [json.account, json.appId, json.credential, json.check.status],
      ['acme', String(app.id), 'github-app', 'ready'],
    );
    assert.equal(json.installUrl, `${github.url}/github-apps/${app.slug}/installations/new`);
    assert.ok(!text.includes('PRIVATE KEY'));
    const { rows } = await service.database.pool.query('SELECT to_jsonb(c) AS row FROM code_hosts c');
    assert.ok(!JSON.stringify(rows).includes('PRIVATE KEY'));
    assert.deepEqual((await service.request('GET', `/v1/code-hosts/${json.id}/repositories`)).json.repositories, []);
    app.installedOn.push('acme');
    const listed = (await service.request('GET', `/v1/code-hosts/${json.id}/repositories`)).json.repositories;
    assert.equal(listed.length, 2);
  });

  test('is accepted once, from the person who started it, in their organization, with the verifier, within an hour', async () => {
    const started = await start();
    const made = await make(started);
    await refused({ ...made, verifier: 'forged' });
    await refused({ ...made, state: 'forged' });
    await refused({ ...made, verifier: made.state, state: made.verifier });
    await refused(made, { organizationId: OTHER });
    await refused(made, { actor: { kind: 'user', id: 'usr_other', name: 'eve@example.com' } });
    assert.equal(
      github.seen.filter(({ path: asked }) => asked.endsWith('/conversions')).length,
      1,
      'the state of the previous test',
    );
    // None of these requests used the state.
    assert.equal((await complete(made)).status, 201);
    await refused(made);
    const late = await start({ account: 'late' });
    const madeLate = await make(late);
    clock.advance(3_600_000);
    await refused(madeLate);
    const expired = await pageOf(late);
    assert.equal(expired.status, 404);
    assert.match(expired.headers.get('content-security-policy') ?? '', /form-action 'none'/);
  });

  test('covers a person’s own account, in addition to a token for the whole host', async () => {
    const body = { kind: 'github', webUrl: github.url, token: 'ghp_canary' };
    assert.equal((await service.request('POST', '/v1/code-hosts', { body })).status, 201);
    const { status, json, text } = await complete(await make(await start({ account: '' })));
    assert.deepEqual([status, json.account], [201, 'octocat'], text);
  });

  test('is accepted once if two callbacks are concurrent', async () => {
    const made = await make(await start());
    const answers = await Promise.all([complete(made), complete(made)]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 400],
    );
  });

  test('is refused if the host returns an invalid App or refuses the code', async () => {
    const conversion = (body: unknown): FakeEnterprise['fault'] => {
      return (asked, response) => {
        if (!asked.endsWith('/conversions')) return false;
        response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        return true;
      };
    };
    const good = { id: 7, slug: 'app', name: 'App', owner: { login: 'acme' }, pem: 'x' };
    for (const body of [
      good,
      { ...good, slug: '../../x' },
      { ...good, owner: { login: 'a/b' } },
      { ...good, id: -1 },
      { ...good, pem: null },
      [],
      'x',
    ]) {
      const made = await make(await start());
      github.fault = conversion(body);
      const { status, json, text } = await complete(made);
      github.fault = undefined;
      assert.ok([400, 409].includes(status), text);
      assert.ok(['code_host_refused', 'invalid_code_host'].includes(json.code), text);
    }
    const replayed = await make(await start());
    const stolen = { ...(await make(await start())), code: replayed.code };
    assert.equal((await complete(stolen)).status, 201, 'only GitHub decides whether a code is valid');
    const again = await complete(replayed);
    assert.deepEqual([again.status, again.json.code], [409, 'code_host_refused']);
    assert.match(again.json.error, /works once/);
  });

  test('is refused before it is created if its address is private, another App covers the account, or too many are requested', async () => {
    const begin = (body: object) => service.request('POST', path, { body });
    assert.equal((await begin({ webUrl: 'https://169.254.169.254' })).json.code, 'invalid_code_host');
    assert.equal((await begin({ account: '"><script>' })).json.code, 'invalid_code_host');
    assert.equal((await complete(await make(await start()))).status, 201);
    assert.equal((await begin({ webUrl: github.url, account: 'acme' })).json.code, 'code_host_taken');
    for (let index = 0; index < 20; index += 1) await start({ account: `org-${index}` });
    assert.equal((await begin({ webUrl: github.url, account: 'last' })).json.code, 'code_host_limit_reached');
  });
});
