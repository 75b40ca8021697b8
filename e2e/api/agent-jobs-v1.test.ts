import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hangLimitMs } from '../../scripts/hang-limit.ts';
import { startTestService, until, type TestService } from './test-service.ts';

describe('version 1 of the agent API', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService({ worker: true, settings: { drainSeconds: '1' } });
  });
  after(() => service.stop());

  const jobs = (): string => `/v1/agent/${service.projectId}/job`;
  const open = (content: string, signal = AbortSignal.timeout(hangLimitMs)): Promise<Response> =>
    fetch(service.baseUrl + jobs(), {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', content }], branch: 'docs/new' }),
      signal,
    });
  const ended = async (id: string | null) =>
    (
      await until(
        () => service.request('GET', `${jobs()}/${id}`),
        ({ json }) => json.haulted,
      )
    ).json;

  test('a job sends its progress until its pull request is open', async () => {
    const response = await open('Append section "One" to quickstart: "1."');
    const id = response.headers.get('x-session-id');
    const text = await response.text();
    const job = await ended(id);
    assert.equal(job.haultReason, 'completed', JSON.stringify(job));
    assert.equal(job.branch, response.headers.get('x-branch-name'));
    assert.ok(text.includes(`Pull request: ${job.pullRequestLink}`), text);
    const [finish, done] = text.trimEnd().split('\n\n').slice(-2);
    assert.deepEqual(JSON.parse(finish?.slice(6) ?? ''), { type: 'finish', messageMetadata: job });
    assert.equal(done, 'data: [DONE]');
    const { allSessions } = (await service.request('GET', `/v1/agent/${service.projectId}/jobs?take=1`)).json;
    assert.deepEqual(allSessions, [job]);
  });

  test('a job completes although its client disconnected', async () => {
    const client = new AbortController();
    const response = await open('Append section "Two" to quickstart: "2."', client.signal);
    client.abort();
    const job = await ended(response.headers.get('x-session-id'));
    assert.deepEqual([job.haultReason, typeof job.pullRequestLink], ['completed', 'string'], JSON.stringify(job));
  });

  test('a stream ends when the service stops, and the job is kept', async () => {
    await service.stopWorker();
    const response = await open('Append section "Three" to quickstart: "3."');
    const id = response.headers.get('x-session-id') ?? '';
    assert.deepEqual((await service.request('GET', `${jobs()}/${id}`)).json.haultReason, 'processing');
    await service.api.stop();
    await assert.rejects(response.text());
  });
});
