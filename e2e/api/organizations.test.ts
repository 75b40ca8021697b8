import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { auditService, createLogger, createOrganizationManager, loadSettings } from '@docwright/server';
import { startGitHubWithApp, type GitHubWithApp } from '../code-hosts/github-with-app.ts';
import { startTestService, until, type RequestOptions, type TestService } from './test-service.ts';

const docs = fileURLToPath(new URL('../../examples/docs-site', import.meta.url));
const log = createLogger({ level: 'silent' });

/**
 * The operator creates a second organization while the service is running. This organization can access only
 * repositories that the operator connects.
 */
describe('two organizations on one installation', () => {
  let github: GitHubWithApp;
  let service: TestService;
  let key: string;
  let organizationId: string;
  let projectId: string;
  let jobId: string;

  before(async () => {
    github = await startGitHubWithApp(docs);
    service = await startTestService({ worker: true, embedded: true, settings: github.settings });
  });
  after(async () => {
    await service.stop();
    await github.close();
  });

  const settings = () => loadSettings({ flags: { dataDir: service.dataDir, ...github.settings }, environment: {} });
  const operator = () => createOrganizationManager(settings(), log);
  const asTenant = (method: string, path: string, options: RequestOptions = {}) =>
    service.request(method, path, { key, ...options });
  const endOf = async (path: string) =>
    until(
      async () => (await asTenant('GET', path)).json,
      ({ status }) => !['active', 'queued', 'running'].includes(status),
    );
  const runAgentJob = async () => {
    const body = { prompt: 'Append section "Support" to quickstart: "Write to us."' };
    const created = await asTenant('POST', `/v2/agent/${projectId}/job`, { body });
    assert.equal(created.status, 201, created.text);
    return endOf(`/v2/agent/${projectId}/job/${created.json.id}`);
  };
  /** Prevents or awaits the first read of the new project's automation files, which makes git requests. */
  const endBackgroundReads = async () => {
    const { pool } = service.api.platform.database;
    const { rowCount } = await pool.query(
      `update automation_sources set due_at = 'infinity' where project_id = $1 and due_at <= now()`,
      [projectId],
    );
    if (rowCount === 1) return;
    await until(
      async () =>
        pool.query('select from automation_sources where project_id = $1 and read_at is not null', [projectId]),
      ({ rowCount: read }) => read === 1,
    );
  };

  test('an organization is created with a setup link and a first key, and the list contains both organizations', async () => {
    const request = {
      name: 'Acme & Söhne',
      slug: undefined,
      plan: 'pro',
      keyName: 'first',
      baseUrl: service.baseUrl,
    } as const;
    const made = await operator().create(request);
    key = made.key ?? '';
    organizationId = made.organization.id;
    assert.match(made.setupUrl, new RegExp(`^${service.baseUrl}/dashboard/setup\\?token=`));
    assert.equal((await asTenant('GET', '/v1/organization')).json.name, 'Acme & Söhne');
    const list = await operator().list();
    assert.deepEqual(
      list.map((organization) => [organization.id, organization.operator, organization.plan]),
      [
        [service.organizationId, true, 'enterprise'],
        [organizationId, false, 'pro'],
      ],
    );
    assert.equal(list[1]?.slug, 'acme-sohne');
    await assert.rejects(
      operator().create({ ...request, slug: 'acme-sohne' }),
      /Another organization already has the slug/,
    );
    await assert.rejects(operator().change('nobody', { plan: 'free' }), /Existing organizations: .*acme-sohne/);
  });

  test('an organization’s keys can’t change its plan, and the operator’s change takes effect immediately', async () => {
    const body = { plan: 'enterprise' };
    for (const by of [key, service.apiKey]) {
      const request = { key: by, body: { plan: 'free', name: 'Renamed' } };
      const answer = await service.request('PATCH', '/v1/organization', request);
      assert.deepEqual([answer.status, answer.json.code], [403, 'operator_only']);
    }
    assert.equal((await asTenant('PATCH', '/v1/organization', { body })).status, 403);
    assert.equal((await asTenant('GET', '/v1/organization')).json.plan, 'pro');
    const startExport = () => asTenant('POST', '/v1/static-export/jobs', { body: { domain: 'docs.acme.example' } });
    assert.equal((await startExport()).json.code, 'plan_required');
    await operator().change('acme-sohne', { plan: 'enterprise' });
    assert.equal((await startExport()).json.code, 'unknown_domain');
    await operator().change(organizationId, { plan: 'free' });
    assert.equal((await startExport()).json.code, 'plan_required');
    await operator().change(organizationId, { plan: 'enterprise' });
    const events = (await asTenant('GET', '/v1/audit-events?action=organization.updated')).json.events;
    assert.deepEqual(
      events.map((event: { actor: { kind: string } }) => event.actor.kind),
      ['system', 'system', 'system'],
    );
  });

  test('only the operator sees information about the whole installation', async () => {
    for (const path of ['/metrics', '/v1/system']) {
      const refused = await asTenant('GET', path);
      assert.deepEqual([refused.status, refused.json.code], [403, 'operator_only'], path);
      assert.equal((await service.request('GET', path)).status, 200, path);
    }
    assert.equal((await asTenant('GET', '/v1/me')).json.organization.operator, false);
    assert.equal((await service.request('GET', '/v1/me')).json.organization.operator, true);
  });

  test('existing and missing repositories are rejected with the same message, without a request to the code host', async () => {
    const missing = github.repository.replace('octocat/docs', 'octocat/none');
    const before = github.gitAuthorizations().length;
    for (const ask of [
      (repository: string) => asTenant('POST', '/v1/projects', { body: { name: 'Docs', repository } }),
      (repository: string) => asTenant('POST', '/v1/repositories/check', { body: { repository } }),
    ]) {
      const [there, absent] = await Promise.all([ask(github.repository), ask(missing)]);
      const words = ({ status, json }: typeof there) =>
        [status, JSON.stringify({ ...json, requestId: '' }).replaceAll(/octocat\/\w+/g, 'octocat/x')].join(' ');
      assert.equal(words(there), words(absent));
      assert.match(words(there), /does not exist, or is not connected to the organization/);
    }
    assert.equal(github.gitAuthorizations().length, before);
  });

  test('the first organization can use all repositories, and the operator’s list contains only the pattern *', async () => {
    const check = await service.request('POST', '/v1/repositories/check', { body: { repository: github.repository } });
    assert.equal(check.json.ready, true, check.text);
    const { repositories } = await operator().repositories(undefined);
    assert.deepEqual(
      repositories.map(({ pattern }) => pattern),
      ['*'],
    );
  });

  test('repositories that the operator allows can be used, in upper or lower case', async () => {
    const owner = github.repository.replace(/docs$/, '*');
    await operator().allow('acme-sohne', owner.replace('octocat', 'Octocat'));
    const body = { name: 'Docs', repository: github.repository, domains: ['docs.acme.example'] };
    const project = await asTenant('POST', '/v1/projects', { body });
    assert.equal(project.status, 201, project.text);
    projectId = project.json.id;
    const job = await runAgentJob();
    assert.deepEqual([job.status, job.result], ['completed', 'changes'], JSON.stringify(job));
    jobId = job.id;
    const other = github.repository.replace('octocat', 'somebody');
    const refused = await asTenant('PATCH', `/v1/projects/${projectId}`, { body: { repository: other } });
    assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_repository']);
  });

  test('a host that is allowed for git isn’t allowed for webhooks or models, and neither is localhost', async () => {
    for (const url of [`http://${github.hosts[0] ?? ''}/`, `https://${github.hosts[0] ?? ''}/`, 'https://localhost/']) {
      const endpoint = await asTenant('POST', '/v1/webhook-endpoints', { body: { url } });
      assert.deepEqual([endpoint.status, endpoint.json.code], [400, 'invalid_webhook_url'], url);
      const body = { models: [{ provider: 'openai-compatible', model: 'x', baseUrl: `${url}v1` }] };
      const models = await asTenant('PUT', `/v1/projects/${projectId}/models`, { body });
      assert.deepEqual([models.status, models.json.code], [400, 'model_settings_invalid'], url);
    }
  });

  test('jobs, exports and other uses of a disconnected repository fail with an error that states the cause', async () => {
    await endBackgroundReads();
    const owner = github.repository.replace(/docs$/, '*');
    const { withoutRepository } = await operator().remove('acme-sohne', owner);
    assert.deepEqual(
      withoutRepository.map(({ id }) => id),
      [projectId],
    );
    const before = github.gitAuthorizations().length;
    const job = await runAgentJob();
    assert.equal(job.error?.code, 'repository_not_found', JSON.stringify(job));
    assert.match(job.error.message, /does not exist, or is not connected to the organization/);
    assert.match(job.error.remedy, /docwright org repositories allow/);
    const started = await asTenant('POST', '/v1/static-export/jobs', { body: { domain: 'docs.acme.example' } });
    assert.equal(started.status, 202, started.text);
    const ended = await endOf(`/v1/static-export/jobs/${started.json.jobId}`);
    assert.deepEqual([ended.status, ended.errorCode], ['failed', 'repository_not_found'], JSON.stringify(ended));
    const named = { domain: 'docs.acme.example', paths: ['quickstart'] };
    for (const [method, path, body] of [
      ['GET', `/v2/agent/${projectId}/job/${jobId}/diff`, undefined],
      ['POST', `/v2/agent/${projectId}/job/${jobId}/preview`, undefined],
      ['POST', '/v1/static-export/jobs', named],
      ['POST', `/v1/projects/${projectId}/code-host-hooks`, {}],
      ['PATCH', `/v1/projects/${projectId}`, { repository: github.repository }],
    ] as const) {
      const answer = await asTenant(method, path, body === undefined ? {} : { body });
      assert.ok(answer.status >= 400 && answer.status < 500, `${method} ${path}: ${answer.status} ${answer.text}`);
      assert.match(answer.text, /not connected to the organization/, path);
    }
    assert.equal(github.gitAuthorizations().length, before);
  });

  test('the audit names projects whose repository is not connected', async () => {
    const { violations } = await auditService({ ...settings(), baseUrl: service.baseUrl }, log);
    const found = violations.filter(({ promise }) => promise === 'N10');
    assert.deepEqual(
      found.map(({ subject }) => subject),
      [projectId],
    );
    assert.equal((await asTenant('DELETE', `/v1/projects/${projectId}`)).status, 204);
    const after = await auditService({ ...settings(), baseUrl: service.baseUrl }, log);
    assert.deepEqual(
      after.violations.filter(({ promise }) => promise === 'N10'),
      [],
    );
  });

  test('a repository on the embedded code host can have the same name as another organization’s', async () => {
    const body = { name: 'example-docs' };
    const made = await asTenant('POST', '/v1/repositories', { body });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.json.cloneUrl, `${service.baseUrl}/git/@acme-sohne/example-docs.git`);
    assert.equal((await asTenant('POST', '/v1/repositories', { body })).json.code, 'repository_taken');
    for (const repository of ['local:example-docs', made.json.cloneUrl]) {
      const project = await asTenant('POST', '/v1/projects', { body: { name: 'Own', repository } });
      assert.equal(project.json.repository, made.json.cloneUrl, project.text);
    }
    const theirs = `${service.baseUrl}/git/@acme-sohne/example-docs.git`;
    const stolen = await service.request('POST', '/v1/projects', { body: { name: 'x', repository: theirs } });
    assert.deepEqual([stolen.status, stolen.json.code], [400, 'invalid_repository']);
    assert.equal((await asTenant('DELETE', '/v1/repositories/example-docs')).json.code, 'repository_in_use');
  });

  test('the operator’s actions are in the organization’s audit log', async () => {
    const { events } = (await asTenant('GET', '/v1/audit-events?limit=100')).json;
    const actions = new Set(events.map(({ action }: { action: string }) => action));
    for (const action of ['organization.created', 'repositories.allowed', 'repositories.removed']) {
      assert.ok(actions.has(action), action);
    }
  });
});
