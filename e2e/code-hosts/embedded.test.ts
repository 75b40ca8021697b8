import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestService, until, type TestService } from '../api/test-service.ts';

/** What a reviewer does on the page of a pull request of the embedded code host. */
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

  it('takes a comment, which starts nothing', async () => {
    assert.equal((await act('comment', { comment: 'Is this <b>right</b>?' })).status, 303);
    assert.match(await show(), /Is this &lt;b&gt;right&lt;\/b&gt;\?/);
    assert.deepEqual([(await jobNow()).status, (await jobNow()).turns], ['completed', 1]);
  });

  it('sends what is asked of the agent as a follow-up, whose commit comes to the same pull request', async () => {
    const asked = await act('ask-agent', { comment: 'Append section "Hours" to quickstart: "Nine to five."' });
    assert.equal(asked.status, 303);
    const job = await until(jobNow, ({ turns, status }) => turns === 2 && status !== 'active');
    assert.deepEqual([job.status, job.result, job.prLink], ['completed', 'changes', page], JSON.stringify(job));
    const text = await show();
    assert.match(text, /2 commits/);
    assert.match(text, /Nine to five\./);
  });

  it('takes orders from keys that may start agent jobs only, and keeps the text that it refused', async () => {
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

  it('tells the job of its merge, after which the agent has nowhere to go', async () => {
    assert.equal((await act('merge', {})).status, 303);
    const path = `/v2/agent/${service.projectId}/job/${jobId}/events`;
    const last = (await service.request('GET', path)).json.events.at(-1);
    assert.deepEqual([last.type, last.data.state], ['pull_request.ended', 'merged']);
    assert.doesNotMatch(await show(), /value="ask-agent"/);
  });
});
