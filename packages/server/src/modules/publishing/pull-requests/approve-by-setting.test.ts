import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { CodeHost, OpenPullRequests } from '../../../platform/code-host/index.ts';
import { HOME, OTHER, principalOf } from '../../../testing/module-database.ts';
import type { ModuleRequest } from '../../../testing/module-routes.ts';
import { openDeployments, page, type TestDeployments } from '../deployments/testing/open-deployments.ts';
import { forkPreviewLimit, forkPreviewsOfOneLimit } from '../../foundation/rate-limits/index.ts';
import { maxForkPreviews } from './approve-by-setting.ts';
import { approvePullRequest } from './approve-pull-request.ts';
import { askCodeHosts } from './ask-code-hosts.ts';
import { followForkApproval } from './follow-fork-approval.ts';
import { selectOpen, selectWaitingForks } from './store.ts';
import { followPullRequest, type PullRequestDeps, type PullRequestHint } from './sync-pull-request.ts';
import { createFakePulls, type FakePulls } from './testing/fake-pulls.ts';

type Shown = { readonly deploymentId: string; readonly status: string; readonly commit: { readonly sha: string } };

describe('a project that builds forks without approval', () => {
  let sites: TestDeployments;
  let deps: PullRequestDeps;
  let fake: FakePulls;
  let reported: PullRequestHint[] = [];
  let projectId = '';
  let count = 0;
  before(async () => {
    sites = await openDeployments();
  });
  after(() => sites.close());
  beforeEach(async () => {
    count += 1;
    fake = createFakePulls();
    reported = [];
    const { connectRepository } = sites.deps;
    /** The tag lists the open pull requests. A real host would hash them. */
    const listOpenPullRequests: CodeHost['listOpenPullRequests'] = async ({ unlessTag } = {}) => {
      const { items } = (await fake.host.listOpenPullRequests()) as OpenPullRequests;
      const tag = items.map(({ number, headSha }) => `${number}:${headSha}`).join();
      return tag === unlessTag ? 'unchanged' : { items, isWhole: true, tag };
    };
    deps = {
      ...sites.deps,
      database: sites.service.database as unknown as PullRequestDeps['database'],
      connectRepository: async (target) => ({
        ...(await connectRepository(target)),
        host: { ...fake.host, listOpenPullRequests },
      }),
    };
    sites.onForkApproval.follow = (tx, change) =>
      followForkApproval(
        { ...sites.deps, notifyPullRequest: async (_tx, hint) => void reported.push(hint) },
        tx as unknown as Parameters<typeof followForkApproval>[1],
        change,
      );
    const { pool } = sites.service.database;
    await pool.query('DELETE FROM projects');
    await pool.query('DELETE FROM rate_uses');
    projectId = await sites.addProject(`proj_${count}`);
    await sites.service.request('GET', `/v1/projects/${projectId}/site`);
  });
  const change = (body: unknown, more: ModuleRequest = {}) =>
    sites.service.request('PATCH', `/v1/projects/${projectId}/site`, { body, ...more });
  const requireApproval = async (requireForkApproval: boolean) => {
    const { status, json } = await change({ requireForkApproval });
    assert.deepEqual([status, json.settings.requireForkApproval], [200, requireForkApproval]);
  };
  const hint = (pullRequest = 7, organizationId = HOME) =>
    followPullRequest(deps, { organizationId, repository: `local:${projectId}`, pullRequest, author: 'eve' });
  const commit = (number: number): string => {
    const head = sites.repository.commit({ 'index.mdx': page(`Fork ${(count += 1)}.`) }, 'of-a-stranger');
    sites.repository.git('update-ref', `refs/pull/${number}/head`, head);
    fake.open(number, { headBranch: 'main', headSha: head, fromFork: true });
    return head;
  };
  /** Simulates a push by the fork's owner that the code host reports. */
  const push = async (number = 7): Promise<string> => {
    const head = commit(number);
    await hint(number);
    return head;
  };
  /** Opens heads without commits, which are never built. */
  const openMany = async (first: number, many: number) => {
    for (let number = first; number < first + many; number += 1) {
      fake.open(number, { headBranch: 'main', headSha: String(number).padStart(40, '0'), fromFork: true });
      await hint(number);
    }
  };
  const deployments = async (project = projectId): Promise<Shown[]> =>
    (await sites.service.request('GET', `/v1/projects/${project}/deployments?environment=preview&limit=100`)).json
      .deployments;
  const states = async () => (await deployments()).map(({ status, commit: { sha } }) => [status, sha]);
  const run = async () => {
    for (const { deploymentId, status } of await deployments()) if (status === 'queued') await sites.run(deploymentId);
  };
  const waiting = () => selectWaitingForks(deps.database.kysely, projectId, 1_000);
  const approvals = async () => {
    const { rows } = await sites.service.database.pool.query(
      `SELECT actor_kind, actor_id, details FROM audit_events
       WHERE action = 'pull_request.approved' AND target_id = $1 ORDER BY id`,
      [projectId],
    );
    return rows;
  };
  /** Simulates a worker's poll of the code host as soon as it is due. */
  const poll = async () => {
    await sites.service.database.pool.query(
      `UPDATE sites SET pull_requests_asked_at = pull_requests_asked_at - interval '1 minute 1 millisecond'`,
    );
    await askCodeHosts(deps, 60);
  };

  test('is not the default', async () => {
    const { json } = await sites.service.request('GET', `/v1/projects/${projectId}/site`);
    assert.equal(json.settings.requireForkApproval, true);
    await push();
    await poll();
    assert.deepEqual(await deployments(), []);
    assert.deepEqual(await waiting(), [7]);
  });

  test('has a preview of a fork’s head, and the audit log shows that the system approved it', async () => {
    await requireApproval(false);
    const head = await push();
    await run();
    assert.deepEqual(await states(), [['success', head]]);
    assert.deepEqual(await approvals(), [
      {
        actor_kind: 'system',
        actor_id: null,
        details: {
          number: 7,
          commit: head,
          url: 'https://github.com/acme/docs/pull/7',
          by: 'requireForkApproval: false',
        },
      },
    ]);
    const [pull] = await selectOpen(deps.database.kysely, projectId);
    assert.deepEqual([pull?.approved_commit, pull?.approved_by, await waiting()], [head, 'site settings', []]);
    assert.deepEqual(fake.statuses, [], 'nothing waits');
  });

  test('builds each head once, even if hooks report it repeatedly or late', async () => {
    await requireApproval(false);
    const head = await push();
    await Promise.all([hint(), hint(), hint()]);
    await run();
    await hint();
    await poll();
    assert.deepEqual(await states(), [['success', head]]);
    assert.equal((await approvals()).length, 1);
  });

  test('builds the newer of two heads, even if its hook arrives first', async () => {
    await requireApproval(false);
    await push();
    const newer = commit(7);
    await hint();
    await hint();
    await run();
    assert.deepEqual((await states())[0], ['success', newer]);
    assert.deepEqual(
      (await deployments()).map(({ status }) => status),
      ['success', 'skipped'],
    );
    assert.deepEqual(
      (await approvals()).map(({ details }) => details.commit),
      [(await deployments())[1]?.commit.sha, newer],
    );
  });

  test('does not build a head that was pushed between the approval and the build until it is reported', async () => {
    await requireApproval(false);
    await push();
    const newer = commit(7);
    await run();
    assert.deepEqual(
      (await deployments()).map(({ status }) => status),
      ['failure'],
    );
    await poll();
    await run();
    assert.deepEqual((await states())[0], ['success', newer]);
  });

  test('builds the repository’s own pull requests without an approval or a slot for forks', async () => {
    await requireApproval(false);
    const head = sites.repository.commit({ 'index.mdx': page(`Own ${(count += 1)}.`) }, 'own');
    fake.open(7, { headBranch: 'own', headSha: head });
    await hint();
    await run();
    assert.deepEqual(await states(), [['success', head]]);
    assert.deepEqual([await approvals(), await waiting()], [[], []]);
    // Each of its heads is built, and uses no slot for forks.
    const { rows } = await sites.service.database.pool.query('SELECT bucket FROM rate_uses WHERE bucket LIKE $1', [
      `${forkPreviewLimit.name}:%`,
    ]);
    assert.deepEqual(rows, []);
  });

  test('does not affect another project in the same or another organization', async () => {
    const twin = await sites.addProject(`proj_twin_${count}`, { repository: `local:${projectId}` });
    const foreign = await sites.addProject(`proj_foreign_${count}`, {
      organizationId: OTHER,
      repository: `local:${projectId}`,
    });
    await requireApproval(false);
    await push();
    await hint(7, OTHER);
    assert.equal((await deployments()).length, 1);
    assert.deepEqual(await deployments(twin), []);
    const { rows } = await sites.service.database.pool.query(
      'SELECT 1 FROM site_deployments WHERE project_id = ANY($1)',
      [[twin, foreign]],
    );
    assert.deepEqual(rows, []);
  });

  test('is set only by callers who may change the site', async () => {
    for (const as of [
      { organizationId: OTHER },
      { projectIds: ['proj_x'] },
      { scopes: ['deployments:write', 'projects:read'] as const },
    ]) {
      const { status } = await change({ requireForkApproval: false }, { as });
      assert.ok([403, 404].includes(status), JSON.stringify([as, status]));
    }
    for (const value of ['no', null, 0, 2 ** 31]) {
      const { status, json } = await change({ requireForkApproval: value });
      assert.deepEqual([status, json.details[0].path], [400, '/requireForkApproval']);
    }
    await push();
    assert.deepEqual(await deployments(), []);
  });

  test('builds nothing while previews are off', async () => {
    await change({ previews: false, requireForkApproval: false });
    await push();
    assert.deepEqual(await deployments(), []);
    await change({ previews: true });
    await poll();
    assert.equal((await deployments()).length, 1);
  });

  test('builds a limited number of fork previews at once, and the next one when a slot is free', async () => {
    await requireApproval(false);
    await openMany(1, maxForkPreviews + 2);
    assert.equal((await deployments()).length, maxForkPreviews);
    assert.deepEqual(await waiting(), [maxForkPreviews + 1, maxForkPreviews + 2]);
    assert.match(fake.statuses.at(-1)?.description ?? '', /the limit of fork previews is reached/);
    // Another head of a pull request that already has a slot.
    fake.open(1, { headBranch: 'main', headSha: 'a'.repeat(40), fromFork: true });
    await hint(1);
    assert.deepEqual(await waiting(), [maxForkPreviews + 1, maxForkPreviews + 2]);
    const statusCount = fake.statuses.length;
    await poll();
    assert.equal(fake.statuses.length, statusCount, 'polling the code host repeats no status');
    fake.end(1, 'closed');
    await hint(1);
    await poll();
    assert.deepEqual(await waiting(), [maxForkPreviews + 2]);
    // A maintainer's approval needs no slot.
    const [last] = await selectOpen(deps.database.kysely, projectId);
    const number = String(last?.number);
    const body = { commit: last?.head_commit ?? '' };
    await deps.database.kysely
      .transaction()
      .execute((tx) => approvePullRequest(sites.deps, tx, { principal: principalOf(), projectId, number, body }));
    assert.deepEqual(await waiting(), []);
  });

  /** Pushes other heads of pull requests, one after another. */
  const pushHeads = async (number: number, many: number) => {
    for (let turn = 0; turn < many; turn += 1) {
      count += 1;
      fake.open(number, { headBranch: 'main', headSha: String(count).padStart(40, '0'), fromFork: true });
      await hint(number);
    }
  };
  const anHourLater = async () => {
    await sites.service.database.pool.query(`UPDATE rate_uses SET used_at = used_at - interval '1 hour'`);
    await poll();
  };

  test('starts a limited number of fork previews per hour for all pull requests together', async () => {
    await requireApproval(false);
    const each = forkPreviewsOfOneLimit.limit;
    const pulls = forkPreviewLimit.limit / each;
    for (let number = 1; number <= pulls; number += 1) await pushHeads(number, each);
    await pushHeads(pulls + 1, 1);
    assert.deepEqual(await waiting(), [pulls + 1]);
    assert.equal((await approvals()).length, forkPreviewLimit.limit);
    await poll();
    assert.deepEqual(await waiting(), [pulls + 1]);
    await anHourLater();
    assert.deepEqual(await waiting(), []);
  });

  test('starts a limited number of previews per pull request and hour, without delaying other pull requests', async () => {
    await requireApproval(false);
    await pushHeads(1, forkPreviewsOfOneLimit.limit + 3);
    assert.deepEqual([await waiting(), (await approvals()).length], [[1], forkPreviewsOfOneLimit.limit]);
    await requireApproval(true);
    await pushHeads(2, 1);
    assert.deepEqual(await waiting(), [1, 2]);
    await requireApproval(false);
    await poll();
    assert.deepEqual(await waiting(), [1]);
    await anHourLater();
    assert.deepEqual(await waiting(), []);
  });

  test('counts slots exactly under concurrency', async () => {
    await requireApproval(false);
    const numbers = Array.from({ length: maxForkPreviews + 5 }, (_, index) => index + 1);
    for (const number of numbers)
      fake.open(number, { headBranch: 'main', headSha: String(number).padStart(40, '0'), fromFork: true });
    await Promise.all(numbers.map((number) => hint(number)));
    assert.deepEqual([(await deployments()).length, (await waiting()).length], [maxForkPreviews, 5]);
  });

  test('builds waiting heads at the next poll after the setting was turned on, even if the code host reports nothing new', async () => {
    const head = await push();
    await poll();
    await poll();
    await requireApproval(false);
    await poll();
    await run();
    assert.deepEqual(await states(), [['success', head]]);
  });

  test('skips unbuilt previews after the setting was turned off, and keeps previews that are built', async () => {
    await requireApproval(false);
    const built = await push(7);
    await run();
    const queued = await push(8);
    const running = await push(9);
    const [{ deploymentId }] = (await deployments()).filter(({ commit: { sha } }) => sha === running) as [Shown];
    await sites.run(deploymentId, { building: () => requireApproval(true) });
    assert.deepEqual(
      new Map((await deployments()).map(({ status, commit: { sha } }) => [sha, status])),
      new Map([
        [running, 'skipped'],
        [queued, 'skipped'],
        [built, 'success'],
      ]),
    );
    assert.deepEqual(await waiting(), [8, 9]);
    assert.deepEqual(
      reported.map(({ pullRequest }) => pullRequest),
      [8, 9],
    );
    // Neither a hint nor a poll builds them now. A later head also waits.
    await hint(8);
    assert.match(fake.statuses.at(-1)?.description ?? '', /is built when a maintainer approves/);
    await poll();
    await push(7);
    await run();
    assert.deepEqual(await waiting(), [7, 8, 9]);
    assert.equal((await deployments()).length, 3);
  });

  test('keeps previews that a maintainer has also approved after the setting was turned off', async () => {
    await requireApproval(false);
    const head = await push();
    await deps.database.kysely.transaction().execute((tx) =>
      approvePullRequest(sites.deps, tx, {
        principal: principalOf(),
        projectId,
        number: '7',
        body: { commit: head },
      }),
    );
    await requireApproval(true);
    await run();
    assert.deepEqual(await waiting(), []);
    assert.deepEqual((await states())[0], ['success', head]);
  });
});
