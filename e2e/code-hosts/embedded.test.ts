import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestService, until, type TestService } from '../api/test-service.ts';

/** Tests a reviewer's actions on a pull request's page on the embedded code host. */
describe('the page of an agent’s pull request', () => {
  let service: TestService;
  let jobId: string;
  let page: string;

  before(async () => {
    service = await startTestService({ worker: true });
    const body = { prompt: 'Append section "Support" to quickstart: "Write to us."' };
    const path = `/v2/agent/${service.projectId}/job`;
    jobId = (await service.request('POST', path, { body })).json.id;
    page = (await until(jobNow, ({ status }) => status !== 'active')).prLink;
  });
  after(() => service.stop());

  const jobNow = async () => (await service.request('GET', `/v2/agent/${service.projectId}/job/${jobId}`)).json;
  const show = async (): Promise<string> => (await fetch(page)).text();
  const act = async (action: string, fields: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ action, key: service.apiKey, ...fields });
    const response = await fetch(page, { method: 'POST', body, redirect: 'manual' });
    return { status: response.status, text: await response.text() };
  };
  const makeKey = async (scopes: readonly string[]): Promise<string> =>
    (await service.request('POST', '/v1/api-keys', { body: { name: 'reviewer', scopes } })).json.key;

  test('accepts a comment, which doesn’t start the agent', async () => {
    assert.equal((await act('comment', { comment: 'Is this <b>right</b>?' })).status, 303);
    assert.match(await show(), /Is this &lt;b&gt;right&lt;\/b&gt;\?/);
    assert.deepEqual([(await jobNow()).status, (await jobNow()).turns], ['completed', 1]);
  });

  test('sends a request to the agent as a follow-up, whose commit is added to the same pull request', async () => {
    const asked = await act('ask-agent', { comment: 'Append section "Hours" to quickstart: "Nine to five."' });
    assert.equal(asked.status, 303);
    const job = await until(jobNow, ({ turns, status }) => turns === 2 && status !== 'active');
    assert.deepEqual([job.status, job.result, job.prLink], ['completed', 'changes', page], JSON.stringify(job));
    const text = await show();
    assert.match(text, /2 commits/);
    assert.match(text, /Nine to five\./);
  });

  test('accepts requests only with keys that may start agent jobs, and keeps the text of a rejected request', async () => {
    const comment = 'Delete page quickstart';
    const key = await makeKey(['repositories:write']);
    const refused = await act('ask-agent', { comment, key });
    assert.equal(refused.status, 409);
    assert.match(refused.text, /lacks the scope agent-jobs:write/);
    assert.match(refused.text, /<textarea[^>]*>Delete page quickstart<\/textarea>/);
    assert.equal((await act('ask-agent', { comment, key: 'dw_wrong' })).status, 401);
    assert.equal((await act('ask-agent', { comment: ' ' })).status, 409);
    assert.equal((await act('comment', { comment: 'x'.repeat(20_001) })).status, 409);
    assert.equal((await jobNow()).turns, 2);
  });

  test('notifies the job of its merge, and no longer offers to ask the agent', async () => {
    assert.equal((await jobNow()).pullRequest.state, 'open');
    assert.equal((await act('merge', {})).status, 303);
    const path = `/v2/agent/${service.projectId}/job/${jobId}/events`;
    const last = (await service.request('GET', path)).json.events.at(-1);
    assert.deepEqual([last.type, last.data.state], ['pull_request.ended', 'merged']);
    const { pullRequest, prLink } = await jobNow();
    assert.deepEqual([pullRequest.state, pullRequest.url], ['merged', prLink]);
    assert.match(pullRequest.endedAt, /^\d{4}-.*Z$/);
    const listed = async (state: string) =>
      (await service.request('GET', `/v2/agent/jobs?pullRequest=${state}`)).json.jobs.map(
        ({ id }: { id: string }) => id,
      );
    assert.deepEqual([await listed('merged'), await listed('open')], [[jobId], []]);
    assert.doesNotMatch(await show(), /value="ask-agent"/);
  });

  const runJob = async (prompt: string) => {
    const path = `/v2/agent/${service.projectId}/job`;
    const { id } = (await service.request('POST', path, { body: { prompt } })).json;
    const job = async () => (await service.request('GET', `${path}/${id}`)).json;
    await until(job, ({ status }) => status !== 'active');
    const archive = (body?: unknown) => service.request('POST', `${path}/${id}/archive`, { body });
    const events = async () => (await service.request('GET', `${path}/${id}/events`)).json.events;
    return { job, archive, events };
  };

  test('a pull request stays open when its job is archived, and the job shows this', async () => {
    const { archive, events } = await runJob('Append section "One" to quickstart: "First."');
    const { json } = await archive();
    assert.deepEqual([json.status, json.pullRequest.state], ['archived', 'open']);
    assert.deepEqual((await events()).at(-1).data, { pullRequest: 'open' });
  });

  test('a pull request is closed when its job is archived, if requested', async () => {
    const { archive, events } = await runJob('Append section "Two" to quickstart: "Second."');
    const { json } = await archive({ closePullRequest: true });
    assert.deepEqual([json.status, json.pullRequest.state], ['archived', 'closed']);
    const [ended, archived] = (await events()).slice(-2);
    assert.deepEqual([ended.type, ended.data.state], ['pull_request.ended', 'closed']);
    assert.deepEqual([archived.type, archived.data.pullRequest], ['job.archived', 'closed']);
    assert.match(await (await fetch(json.prLink)).text(), /Closed/);
  });

  test('a pull request’s end is detected when its job is next read, even if the service wasn’t notified', async () => {
    const { job } = await runJob('Append section "Three" to quickstart: "Third."');
    const { source, pullRequest } = await job();
    const { pool } = service.api.platform.database;
    const close = "update local_pull_requests set state = 'closed', ended_at = now() where head_branch = $1";
    await pool.query(close, [source.ref]);
    await pool.query("update agent_jobs set pr_checked_at = now() - interval '1 hour' where branch = $1", [source.ref]);
    assert.deepEqual([pullRequest.state, (await job()).pullRequest.state], ['open', 'closed']);
  });
});
