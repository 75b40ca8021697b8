import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { auditService, createLogger, loadSettings } from '@docwright/server';
import { startTestService, until, type TestService } from '../api/test-service.ts';

/** The auditor must report no violations for normal ends of a job and its pull request. */
describe('the auditor finds nothing', () => {
  let service: TestService;
  let made = 0;
  before(async () => {
    service = await startTestService({ worker: true, embedded: true });
  });
  after(() => service.stop());

  const jobs = (): string => `/v2/agent/${service.projectId}/job`;
  const waitFor = async (id: string) =>
    (
      await until(
        () => service.request('GET', `${jobs()}/${id}?wait=30`),
        ({ json }) => json.status !== 'active',
      )
    ).json;
  const propose = async (prompt = `Append section "End ${(made += 1)}" to quickstart: "Over."`) => {
    const { json } = await service.request('POST', jobs(), { body: { prompt } });
    return waitFor(json.id);
  };
  const followUp = async (id: string, prompt: string) => {
    const sent = await service.request('POST', `${jobs()}/${id}/message`, { body: { prompt } });
    assert.equal(sent.status, 200, sent.text);
    return waitFor(id);
  };
  const press = async (prLink: string, action: string): Promise<void> => {
    const body = new URLSearchParams({ action, key: service.apiKey });
    const answer = await fetch(prLink, { method: 'POST', body, redirect: 'manual' });
    assert.equal(answer.status, 303, `${action}: ${await answer.text()}`);
  };
  const requireHealthy = async (): Promise<void> => {
    const flags = { dataDir: service.dataDir, baseUrl: service.baseUrl };
    const settings = loadSettings({ flags, environment: {} });
    const { violations } = await auditService(settings, createLogger({ level: 'silent' }), { settled: true });
    assert.deepEqual(violations, []);
  };

  test('after a merge, and after the branch was deleted following the merge', async () => {
    const { prLink } = await propose();
    await press(prLink, 'merge');
    await requireHealthy();
    await press(prLink, 'delete-branch');
    await requireHealthy();
  });

  test('after a merge that followed a follow-up, and a follow-up after the merge', async () => {
    const { id, prLink } = await propose();
    await followUp(id, 'Set description of index to "Followed"');
    await press(prLink, 'merge');
    await requireHealthy();
    await followUp(id, 'Set description of quickstart to "After the merge"');
    await requireHealthy();
  });

  test('after a pull request was closed, reopened, closed and finally merged', async () => {
    const { prLink } = await propose();
    for (const action of ['close', 'reopen', 'close']) {
      await press(prLink, action);
      await requireHealthy();
    }
    await press(prLink, 'reopen');
    await press(prLink, 'merge');
    await requireHealthy();
  });

  test('after jobs were archived before and after their pull requests ended', async () => {
    const [first, second] = [await propose(), await propose()];
    assert.equal((await service.request('POST', `${jobs()}/${first.id}/archive`)).status, 200);
    await press(first.prLink, 'close');
    await press(second.prLink, 'merge');
    assert.equal((await service.request('POST', `${jobs()}/${second.id}/archive`)).status, 200);
    await requireHealthy();
  });

  test('after jobs that were canceled, failed or had nothing to change', async () => {
    const { json } = await service.request('POST', jobs(), { body: { prompt: 'Set description of index to "Never"' } });
    await service.request('POST', `${jobs()}/${json.id}/cancel`);
    const failed = await service.request('POST', jobs(), {
      body: { prompt: 'Set description of index to "x"', branch: 'no-such-branch' },
    });
    await Promise.all([waitFor(json.id), waitFor(failed.json.id), propose('Do something that no rule knows')]);
    await requireHealthy();
  });
});
