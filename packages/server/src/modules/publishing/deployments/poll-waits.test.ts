import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CodeHostError } from '../../../platform/code-host/index.ts';
import { toPollWaits } from './poll-waits.ts';
import { openDeployments, page, type TestDeployments } from './testing/open-deployments.ts';
import { reconcileDeployments, type WatchDeps } from './watch-heads.ts';

test('the longest wait is fifteen times the shortest, at most an hour, and at least the installation’s setting', () => {
  const longest = (everySeconds: number): number => toPollWaits(everySeconds).maxSeconds;
  assert.deepEqual([0, 5, 60, 600, 86_400].map(longest), [0, 75, 900, 3600, 86_400]);
});

describe('the head of a branch without hooks', () => {
  let sites: TestDeployments;
  let deps: WatchDeps;
  let looks = 0;
  let refusal: CodeHostError | undefined;
  before(async () => {
    sites = await openDeployments();
    const { connectRepository } = sites.deps;
    deps = {
      ...sites.deps,
      connectRepository: async (owner) => {
        looks += 1;
        if (refusal !== undefined) throw refusal;
        return connectRepository(owner);
      },
    };
    await sites.addProject('proj_1');
    await reconcileDeployments(deps, 60);
    sites.repository.commit({ 'index.mdx': page('Seen on a branch.') }, 'feature');
    await sites.start('proj_1', 'feature');
    await runAll();
  });
  after(() => sites.close());
  const runAll = async (): Promise<void> => {
    const { json } = await sites.service.request('GET', '/v1/projects/proj_1/deployments');
    for (const { deploymentId, status } of json.deployments) if (status === 'queued') await sites.run(deploymentId);
  };
  /** Lets this many minutes pass, with a poll in each. Returns the number of requests. */
  const pass = async (minutes: number): Promise<number> => {
    looks = 0;
    for (let minute = 0; minute < minutes; minute += 1) {
      await sites.service.database.pool.query(
        `UPDATE site_environments SET polled_at = polled_at - interval '1 minute 1 millisecond'`,
      );
      await reconcileDeployments(deps, 60);
    }
    return looks;
  };

  test('is polled each minute for production, and for a preview 7 times in the first quiet hour and 4 times in the next', async () => {
    assert.deepEqual([await pass(60), await pass(60)], [60 + 7, 60 + 4]);
  });

  test('is found within the longest wait, and then polled often again', async () => {
    sites.repository.commit({ 'index.mdx': page('Moved.') }, 'feature');
    const newest = async () =>
      (await sites.service.request('GET', '/v1/projects/proj_1/deployments')).json.deployments[0];
    let minutes = 0;
    for (; minutes < 15 && (await newest()).status !== 'queued'; minutes += 1) await pass(1);
    assert.equal((await newest()).source, 'poll', `after ${minutes} minutes`);
    await runAll();
    assert.equal(await pass(4), 4 + 3);
  });

  test('is not polled before the time that the host specified, even if that is later than the longest wait', async () => {
    refusal = new CodeHostError('rate-limited', 'Wait.', { retryAfterMs: 1_800_000 });
    await pass(16);
    refusal = undefined;
    assert.ok((await pass(16)) <= 3);
    assert.ok((await pass(40)) >= 1);
  });
});
