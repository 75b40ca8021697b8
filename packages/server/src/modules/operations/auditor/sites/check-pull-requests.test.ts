import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { insertImage } from '../../../../testing/insert-image.ts';
import { audit } from '../audit.ts';
import { checkPullRequests } from './check-pull-requests.ts';
import { AGENT, JOB, openAuditedInstallation, type AuditedInstallation } from '../testing/audited-installation.ts';

describe('N3: a job’s pull request', () => {
  let installation: AuditedInstallation;
  before(async () => {
    installation = await openAuditedInstallation();
  });
  after(() => installation.close());
  afterEach(async () => {
    await installation.git('update-ref', `refs/heads/docwright/${JOB}`, installation.pushed);
    await installation.database.pool.query(`UPDATE local_pull_requests SET state = 'open'`);
  });
  const find = () => installation.find(checkPullRequests);
  const findAfter = (statement: string, values: readonly unknown[] = []) =>
    installation.findAfter(checkPullRequests, statement, values);

  test('is valid if it contains the job’s edits, and so is the rest of a valid installation', async () => {
    const { checked, violations } = await audit(installation.deps);
    assert.deepEqual(violations, []);
    assert.deepEqual([checked.N1, checked.N2, checked.N3, checked.N10], [1, 1, 1, 1]);
    assert.ok(checked.N8 > 50 && checked.N9 >= 3, JSON.stringify(checked));
  });

  test('is the only one: a second one is found by its marker, even if it is closed and on another branch', async () => {
    const found = await findAfter(
      `INSERT INTO local_pull_requests (repository_id, number, state, draft, title, body, head_branch, base_branch, head_sha, fork_sha)
       SELECT repository_id, 900, 'closed', draft, title, body, 'docwright/other', base_branch, head_sha, fork_sha
       FROM local_pull_requests`,
    );
    assert.equal(found, `N3 ${JOB} has 2 pull requests: 1, 900`);
  });

  test('exists: a number that its repository doesn’t have is found', async () => {
    for (const number of ['7', 'NULL']) {
      const found = await findAfter(`UPDATE agent_jobs SET pr_number = ${number}`);
      assert.match(found, /^N3 aj_audited has the pull request (7|null), which does not exist in its repository$/);
    }
  });

  test('equals the overlay: different content, an extra file and a missing change are found', async () => {
    const overlay = (change: string) => findAfter(`UPDATE agent_job_overlay SET ${change}`);
    assert.equal(
      await overlay(`content = 'Other.'`),
      `N3 ${JOB} index.mdx was pushed with different content than in its overlay`,
    );
    const renamed = (await overlay(`path = 'nowhere.mdx'`)).split('\n');
    assert.ok(
      renamed.includes(`N3 ${JOB} nowhere.mdx was pushed with different content than in its overlay`),
      renamed.join(),
    );
    assert.ok(renamed.includes(`N3 ${JOB} index.mdx was pushed but is not in its overlay`), renamed.join());
    assert.match(await overlay(`kind = 'delete', content = NULL`), /index\.mdx was pushed with different content/);
    const { digest } = await insertImage(installation.database, JOB, Buffer.from('GIF89a'));
    assert.match(
      await overlay(`kind = 'image', content = NULL, image = '${digest}'`),
      /index\.mdx was pushed with different content/,
    );
    await installation.database.pool.query('DELETE FROM agent_job_images');
  });

  test('is reported if it is empty, or was pushed without a base commit', async () => {
    assert.match(
      await findAfter('UPDATE agent_jobs SET base_commit = pushed_sha'),
      /^N3 aj_audited its pull request is empty$/m,
    );
    assert.equal(
      await findAfter('UPDATE agent_jobs SET base_commit = NULL'),
      `N3 ${JOB} was pushed without a base commit`,
    );
  });

  test('is reported if it is open without its branch, and valid if it is closed without it', async () => {
    await installation.git('update-ref', '-d', `refs/heads/docwright/${JOB}`);
    assert.match(
      await find(),
      new RegExp(`^N3 ${JOB} its pull request is open, but its branch docwright/${JOB} does not exist$`),
    );
    await installation.database.pool.query(`UPDATE local_pull_requests SET state = 'closed'`);
    assert.equal(await find(), '');
  });

  test('N9: has a branch below docwright/, which differs from its base', async () => {
    for (const branch of ['main', 'feature/x']) {
      const found = await findAfter('UPDATE agent_jobs SET branch = $1', [branch]);
      assert.ok(found.includes(`N9 ${JOB} its branch is "${branch}", which is not under docwright/`), found);
    }
    const found = await findAfter('UPDATE agent_jobs SET base_branch = branch');
    assert.match(found, /^N9 aj_audited its branch is/);
  });

  test('N8: is reported if its title contains a secret', async () => {
    const text = 'dw_000000000000000000000000000000002vykr2';
    await installation.database.pool.query('UPDATE local_pull_requests SET title = $1', [`use ${text}`]);
    const found = await find();
    await installation.database.pool.query(`UPDATE local_pull_requests SET title = 'Change the index'`);
    assert.equal(found, 'N8 pull request 1 its text contains an API key');
  });

  test('is reported if its job is a duplicate of a missing job or of itself', async () => {
    assert.equal(
      await findAfter('UPDATE agent_jobs SET duplicate_of = $1', ['aj_nobody']),
      `N3 ${JOB} is a duplicate of aj_nobody, which is not another job`,
    );
    assert.match(await findAfter('UPDATE agent_jobs SET duplicate_of = id'), /is a duplicate of aj_audited/);
  });

  test('is reported, not skipped, if its repository is unreachable', async () => {
    const found = await findAfter(`UPDATE agent_jobs SET repository = 'local:gone'`);
    assert.match(found, /^N3 aj_audited its repository local:gone can't be checked: /);
  });

  test('is compared by the commits that the job pushed, even if a person pushed more', async () => {
    const { commit, pushed } = installation;
    await commit({
      branch: `docwright/${JOB}`,
      author: 'Ada <ada@example.com>',
      parent: pushed,
      files: { 'b.mdx': 'B' },
    });
    assert.equal(await find(), '');
    await commit({ branch: `docwright/${JOB}`, author: AGENT, parent: pushed, files: { 'c.mdx': 'C' } });
    assert.equal(await find(), '');
  });
});
