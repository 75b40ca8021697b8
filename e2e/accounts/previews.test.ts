import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestService, until, type TestService } from '../api/test-service.ts';

describe('previews, comparisons and lists', () => {
  let service: TestService;
  let exportId: string;
  let jobId: string;

  const finishExport = async (body: object): Promise<string> => {
    const { jobId: id } = (await service.request('POST', '/v1/static-export/jobs', { body })).json;
    const ended = await until(
      () => service.request('GET', `/v1/static-export/jobs/${id}`),
      ({ json }) => json.status === 'completed' || json.status === 'failed',
    );
    assert.equal(ended.json.status, 'completed', ended.text);
    return id;
  };
  const preview = (id: string) => service.request('POST', `/v1/static-export/jobs/${id}/preview`);

  before(async () => {
    service = await startTestService({ worker: true });
    exportId = await finishExport({ domain: service.domain });
    const body = { prompt: 'Replace "Lantern" with "Lamp" in quickstart' };
    jobId = (await service.request('POST', `/v2/agent/${service.projectId}/job`, { body })).json.id;
    const job = await until(
      () => service.request('GET', `/v2/agent/${service.projectId}/job/${jobId}`),
      ({ json }) => json.status !== 'active',
    );
    assert.equal(job.json.status, 'completed', job.text);
  });
  after(() => service.stop());

  test('an export is shown in an opaque origin, which only the dashboard can frame, even if cookies are sent', async () => {
    const { url, expiresAt } = (await preview(exportId)).json;
    assert.ok(Date.parse(expiresAt) > Date.now());
    const page = await fetch(url, { headers: { cookie: 'docwright.session_token=x', origin: 'null' } });
    assert.equal(page.status, 200);
    const csp = page.headers.get('content-security-policy') ?? '';
    assert.match(csp, /^sandbox allow-scripts allow-popups;/);
    assert.doesNotMatch(csp, /allow-same-origin|allow-top-navigation|allow-forms/);
    assert.ok(csp.includes(`frame-ancestors ${new URL(service.baseUrl).origin};`));
    assert.equal(page.headers.get('access-control-allow-origin'), null);
    assert.deepEqual(page.headers.getSetCookie(), []);
    const html = await page.text();
    const root = new URL(url).pathname.replace(/\/$/, '');
    const addresses = [...html.matchAll(/\s(?:href|src)="(\/[^/"][^"]*)"/g)].map(([, address]) => address!);
    assert.ok(addresses.length > 20);
    assert.deepEqual(
      addresses.filter((address) => !address.startsWith(`${root}/`)),
      [],
    );
    for (const address of new Set(addresses)) {
      const answer = await fetch(new URL(address, service.baseUrl), { method: 'HEAD' });
      assert.equal(answer.status, 200, address);
      const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true;
      assert.equal(answer.headers.get('access-control-allow-origin'), isPage ? null : '*', address);
    }
  });

  test('an agent job’s page is shown before and after the change', async () => {
    const answer = await service.request('POST', `/v2/agent/${service.projectId}/job/${jobId}/preview`);
    assert.equal(answer.status, 200, answer.text);
    const [page] = answer.json.pages;
    assert.deepEqual([page.path, page.change], ['quickstart.mdx', 'modified']);
    const textOf = async (url: string) => (await (await fetch(url)).text()).replaceAll(/<[^>]+>/g, ' ');
    const [was, is] = [await textOf(page.beforeUrl), await textOf(page.afterUrl)];
    assert.ok(!was.includes('Lamp') && is.includes('Lamp'));
    assert.equal((await fetch(page.afterUrl)).headers.get('content-security-policy')?.startsWith('sandbox'), true);
  });

  test('10,000 jobs are listed, filtered and searched within a second per page', async () => {
    const { pool } = service.api.platform.database;
    await pool.query(
      `insert into agent_jobs (id, organization_id, project_id, status, model, repository, base_branch, as_draft, usage, prompt, created_at)
       select 'aj_fill' || n, $1, $2, case when n % 10 = 0 then 'failed' else 'completed' end, 'm', 'local:example-docs', 'main', false,
         '{"inputTokens":0,"outputTokens":0,"costUsd":0,"known":true}', 'Rename word' || n || ' in guide', now() - interval '1 day' - n * interval '1 second'
       from generate_series(1, 10000) n`,
      [service.organizationId, service.projectId],
    );
    await pool.query('analyze agent_jobs');
    /** Measures requests. Only the fastest attempt counts, because others may wait for a busy machine. */
    const timed = async (query: string) => {
      for (let attempt = 1; ; attempt += 1) {
        const startedMs = performance.now();
        const answer = await service.request('GET', `/v2/agent/jobs?${query}`);
        const ms = performance.now() - startedMs;
        assert.equal(answer.status, 200, answer.text);
        if (ms < 1_000) return answer.json;
        assert.ok(attempt < 10, `${query}: ${Math.round(ms)} ms`);
      }
    };
    const one = await timed('search=word4242&limit=100');
    assert.deepEqual(
      one.jobs.map(({ id }: { id: string }) => id),
      ['aj_fill4242'],
    );
    const many = await timed('search=rena+guide&status=failed&limit=100');
    assert.equal(many.jobs.length, 100);
    assert.ok(
      many.jobs.every(
        (job: { status: string; projectId: string }) => job.status === 'failed' && job.projectId === service.projectId,
      ),
    );
    const first = await timed('limit=100');
    const second = await timed(`limit=100&cursor=${first.nextCursor}`);
    assert.notEqual(second.jobs[0].id, first.jobs[99].id);
    assert.deepEqual((await timed(`search=${encodeURIComponent(`'; drop table x; -- & | ! ( : *`)}`)).jobs, []);
    assert.equal((await timed('search=%20')).jobs.length, 20);
  });

  test('links to a preview and a bundle stop working when their project is deleted', async () => {
    const repository = `${service.baseUrl}/git/example-docs.git`;
    const { id } = (await service.request('POST', '/v1/projects', { body: { name: 'Short', repository } })).json;
    const { jobId: own } = (await service.request('POST', `/v1/static-export/${id}/jobs`, { body: {} })).json;
    const path = `/v1/static-export/jobs/${own}`;
    const { json } = await until(
      () => service.request('GET', path),
      (answer) => answer.json.status === 'completed',
    );
    const { url } = (await preview(own)).json;
    assert.deepEqual([(await fetch(url)).status, (await fetch(json.bundleUrl)).status], [200, 200]);
    assert.equal((await service.request('DELETE', `/v1/projects/${id}`)).status, 204);
    assert.equal((await fetch(url)).status, 403);
    // A presigned link points to the stored bundle itself, which is deleted after the response.
    await until(
      () => fetch(json.bundleUrl),
      ({ status }) => status === 403,
    );
  });
});
