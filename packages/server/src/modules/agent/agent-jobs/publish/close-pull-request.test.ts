import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createFixedClock } from '../../../../platform/clock/index.ts';
import { CodeHostError } from '../../../../platform/code-host/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { insertAgentJob } from '../../../../testing/insert-agent-job.ts';
import { openLocalDocs, type LocalDocs } from '../../../../testing/local-docs.ts';
import { OTHER, principalOf } from '../../../../testing/module-database.ts';
import { selectEvents } from '../intake/store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import { closePullRequest, type CloseDeps } from './close-pull-request.ts';
import { notePullRequest } from './pull-request-of-job.ts';
import { createRefreshPullRequest, type RefreshPullRequest } from './refresh-pull-request.ts';

describe('an ended job’s pull request', () => {
  let docs: LocalDocs<AgentJobTables>;
  let refresh: RefreshPullRequest;
  let jobs = 0;
  let id: string;
  let number: number;
  before(async () => {
    docs = await openLocalDocs({ 'index.mdx': 'Before.\n' });
    refresh = refreshWith(docs.connectRepository);
  });
  after(() => docs.close());
  beforeEach(async () => {
    const name = `aj_${(jobs += 1)}`;
    const branch = `docwright/${name}`;
    const { sha, tree } = await docs.commit(docs.base, { 'index.mdx': `${name}\n` });
    await docs.mirror.push({ branch, sha, expected: null });
    const pull = await docs.host.createPullRequest({
      headBranch: branch,
      baseBranch: 'main',
      title: name,
      body: '',
      draft: false,
    });
    number = pull.number;
    id = await insertAgentJob(docs.database, name, {
      status: 'completed',
      result: 'changes',
      branch,
      commit_sha: sha,
      tree_sha: tree,
      pushed_sha: sha,
      publish_state: 'pr_known',
      pr_number: number,
      pr_link: pull.url,
      pr_state: 'open',
    });
  });

  const refreshWith = (connectRepository: CloseDeps['connectRepository']) =>
    createRefreshPullRequest({
      database: docs.database,
      connectRepository,
      clock: createFixedClock(new Date()),
      log: createLogger({ level: 'silent' }),
    });
  const read = (): Promise<AgentJobRow> =>
    docs.database.kysely.selectFrom('agent_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const close = (changes: Partial<CloseDeps> = {}, principal = principalOf()) =>
    closePullRequest(
      { database: docs.database, connectRepository: docs.connectRepository, refreshPullRequest: refresh, ...changes },
      { principal, author: principal, projectId: 'project', id },
      new AbortController().signal,
    );
  const stateAtHost = async () => (await docs.host.listPullRequests({ headBranch: `docwright/${id}` }))[0]?.state;
  const ends = async () =>
    (await selectEvents(docs.database.kysely, id, 0, 10)).filter(({ type }) => type === 'pull_request.ended');

  test('is closed on the code host, and the job’s events name the user who closed it', async () => {
    await close();
    const job = await read();
    assert.deepEqual([await stateAtHost(), job.pr_state], ['closed', 'closed']);
    assert.ok(job.pr_ended_at);
    assert.deepEqual(
      (await ends()).map(({ data }) => data),
      [{ state: 'closed', by: 'test key' }],
    );
  });

  test('stays merged if it was merged in the meantime, before the job recorded the merge', async () => {
    await docs.database.pool.query(`UPDATE local_pull_requests SET state = 'merged' WHERE number = $1`, [number]);
    await close();
    assert.deepEqual([await stateAtHost(), (await read()).pr_state], ['merged', 'merged']);
    assert.deepEqual(
      (await ends()).map(({ data }) => data),
      [{ state: 'merged', by: null }],
    );
  });

  test('is treated like a missing one if it belongs to another organization', async () => {
    for (const principal of [principalOf({ organizationId: OTHER }), principalOf({ projectIds: ['second'] })])
      await assert.rejects(close({}, principal), { code: 'not_found' });
    assert.equal(await stateAtHost(), 'open');
  });

  test('is not closed while a further turn of the job runs', async () => {
    await docs.database.pool.query(`UPDATE agent_jobs SET status = 'active' WHERE id = $1`, [id]);
    await assert.rejects(close(), { code: 'agent_job_active' });
    assert.equal(await stateAtHost(), 'open');
  });

  test('stays open if the code host refuses to close it, and the error has the host’s reason', async () => {
    const refuses: CloseDeps['connectRepository'] = async (owner) => {
      const connected = await docs.connectRepository(owner);
      const updatePullRequest = () => Promise.reject(new CodeHostError('forbidden', 'the token may not'));
      return { ...connected, host: { ...connected.host, updatePullRequest } };
    };
    await assert.rejects(close({ connectRepository: refuses }), {
      code: 'code_host_refused',
      message: /the token may not/,
    });
    assert.deepEqual([(await read()).pr_state, await ends()], ['open', []]);
  });

  test('is not reported as refused by the code host if an internal error prevents closing', async () => {
    const broken: CloseDeps['connectRepository'] = () => Promise.reject(new TypeError('x'));
    await assert.rejects(close({ connectRepository: broken }), TypeError);
  });

  test('is reported once, even if its state arrives twice', async () => {
    const note = (state: 'closed' | 'merged') => notePullRequest(docs.database, id, { state, by: 'Ada' });
    assert.equal((await note('closed'))?.pr_state, 'closed');
    assert.equal(await note('closed'), undefined);
    assert.equal((await ends()).length, 1);
  });

  test('is read from the host once for concurrent readers, and keeps its known state if the host is unavailable', async () => {
    let asked = 0;
    const counting: CloseDeps['connectRepository'] = (owner) => {
      asked += 1;
      return docs.connectRepository(owner);
    };
    const job = await read();
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 5 }, () => refreshWith(counting)(job, signal)));
    assert.equal(asked, 1);
    const away = refreshWith(() => Promise.reject(new CodeHostError('unavailable', 'away')));
    await docs.database.pool.query('UPDATE agent_jobs SET pr_checked_at = NULL WHERE id = $1', [id]);
    assert.equal((await away(await read(), signal)).pr_state, 'open');
  });
});
