import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { CodeHostError, type CodeHost } from '../../../platform/code-host/index.ts';
import { openDeployments, page, type TestDeployments } from '../deployments/testing/open-deployments.ts';
import { askCodeHosts } from './ask-code-hosts.ts';
import type { PullRequestDeps } from './sync-pull-request.ts';
import { createFakePulls, type FakePulls } from './testing/fake-pulls.ts';

describe('pull requests without hooks', () => {
  let sites: TestDeployments;
  let deps: PullRequestDeps;
  let fake: FakePulls;
  let asked: (string | undefined)[] = [];
  let refusal: CodeHostError | undefined;
  let count = 0;
  let projectId = '';
  before(async () => {
    sites = await openDeployments();
  });
  after(() => sites.close());
  beforeEach(async () => {
    count += 1;
    fake = createFakePulls();
    refusal = undefined;
    const { connectRepository } = sites.deps;
    /** The tag lists the open pull requests. A real host would hash them. */
    const listOpenPullRequests: CodeHost['listOpenPullRequests'] = async ({ unlessTag } = {}) => {
      asked.push(unlessTag);
      if (refusal !== undefined) throw refusal;
      const items = [...fake.pulls.values()].filter(({ state }) => state === 'open');
      const tag = `"${items.map(({ number, headSha }) => `${number}:${headSha}`).join()}"`;
      return tag === unlessTag ? 'unchanged' : { items, isWhole: true, tag };
    };
    deps = {
      ...sites.deps,
      database: sites.service.database as unknown as PullRequestDeps['database'],
      connectRepository: async (owner) => ({
        ...(await connectRepository(owner)),
        host: { ...fake.host, listOpenPullRequests },
      }),
    };
    await sites.service.database.pool.query('DELETE FROM projects');
    projectId = await sites.addProject(`proj_${count}`);
    await sites.service.request('GET', `/v1/projects/${projectId}/site`);
  });
  /** Lets this many minutes pass, with a poll in each. Returns the number of requests. */
  const pass = async (minutes: number): Promise<number> => {
    asked = [];
    for (let minute = 0; minute < minutes; minute += 1) {
      await sites.service.database.pool.query(
        `UPDATE sites SET pull_requests_asked_at = pull_requests_asked_at - interval '1 minute 1 millisecond'`,
      );
      await askCodeHosts(deps, 60);
    }
    return asked.length;
  };
  const open = (number: number): void => {
    const branch = `feature-${count}-${number}`;
    const headSha = sites.repository.commit({ 'index.mdx': page(`Text ${branch}.`) }, branch);
    fake.open(number, { headBranch: branch, headSha });
  };

  test('are polled 7 times in the first quiet hour and 4 times in the next', async () => {
    assert.deepEqual([await pass(60), await pass(60)], [7, 4]);
  });

  test('are polled often again after one of them changed', async () => {
    await pass(60);
    open(7);
    await pass(16);
    open(8);
    assert.ok((await pass(16)) >= 4);
  });

  test('are requested with the tag of the repository’s last processed response', async () => {
    open(7);
    await pass(1);
    assert.deepEqual(asked, [undefined]);
    await pass(2);
    assert.match(asked.at(-1) ?? '', /^"7:[0-9a-f]{40}"$/);
    await sites.service.database.pool.query(`UPDATE sites SET pull_requests_tag = 'elsewhere ' || pull_requests_tag`);
    await pass(15);
    assert.equal(asked[0], undefined);
  });

  test('are listed again if their response could not be processed', async () => {
    open(7);
    const getPullRequest = fake.host.getPullRequest.bind(fake.host);
    const broken = new CodeHostError('unavailable', 'It failed.');
    fake.host.getPullRequest = () => Promise.reject(broken);
    await pass(1);
    fake.host.getPullRequest = getPullRequest;
    await pass(4);
    assert.equal(asked[0], undefined);
    const { json } = await sites.service.request('GET', `/v1/projects/${projectId}/deployments?environment=preview`);
    assert.equal(json.deployments.length, 1);
  });

  test('are not polled before the time that the host specified, for any of the organization’s projects', async () => {
    const other = await sites.addProject(`other_${count}`);
    await sites.service.request('GET', `/v1/projects/${other}/site`);
    refusal = new CodeHostError('rate-limited', 'Wait.', { retryAfterMs: 1_800_000 });
    assert.equal(await pass(29), 1);
    refusal = undefined;
    assert.equal(await pass(3), 2);
  });
});
