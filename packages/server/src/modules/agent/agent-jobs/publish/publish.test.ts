import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { LeaseLost } from '../../../../platform/job-engine/index.ts';
import { insertAgentJob, insertTurn } from '../../../../testing/insert-agent-job.ts';
import { openLocalDocs, type LocalDocs } from '../../../../testing/local-docs.ts';
import { HOME } from '../../../../testing/module-database.ts';
import { outcomeOf } from '../../../../testing/outcome-of.ts';
import { AgentJobFailure } from '../errors.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import type { OnPublished } from './advance.ts';
import { readBranch } from './branch-state.ts';
import { publish } from './publish.ts';
import { selectEarlierTurns } from './store.ts';

describe('publishing', () => {
  let docs: LocalDocs<AgentJobTables>;
  let jobs = 0;
  let id: string;

  before(async () => {
    docs = await openLocalDocs<AgentJobTables>({ 'index.mdx': 'Before.\n' });
  });
  after(() => docs.close());
  beforeEach(async () => {
    id = await addJob();
  });

  const addJob = () => insertAgentJob(docs.database, `aj_${(jobs += 1)}`, { attempt: 1 });
  const read = async (name = id): Promise<AgentJobRow> =>
    docs.database.kysely.selectFrom('agent_jobs').selectAll().where('id', '=', name).executeTakeFirstOrThrow();

  async function followUp(turn: number): Promise<void> {
    await sql`update agent_jobs set turns = ${turn}, publish_state = 'working' where id = ${id}`.execute(
      docs.database.kysely,
    );
    await insertTurn(docs.database, id, turn);
  }

  interface Wanted {
    readonly content: string;
    readonly parent?: string;
    readonly title?: string;
    readonly summary?: string;
    readonly risks?: readonly string[];
    readonly job?: AgentJobRow;
  }

  const reported: Parameters<OnPublished>[0][] = [];

  async function publishTurn({
    content,
    parent = docs.base,
    title = 'First title',
    summary = 'Did it.',
    ...more
  }: Wanted) {
    const job = more.job ?? (await read());
    const outcome = outcomeOf({ title, summary, risks: more.risks ?? [] });
    const earlier = await selectEarlierTurns(docs.database.kysely, job);
    return publish(
      {
        database: docs.database,
        host: docs.host,
        mirror: docs.mirror,
        faultPoint: () => undefined,
        onPublished: async (pull) => void reported.push(pull),
      },
      {
        job,
        commit: await docs.commit(parent, { 'index.mdx': content }),
        facts: { jobId: job.id, turn: job.turns, prompt: `Ask ${job.turns}`, outcome, earlier },
        baseCommit: docs.base,
        docsFolder: '',
        date: new Date('2026-11-22T12:00:00Z'),
        people: { labels: [], reviewers: [] },
        draft: false,
        signal: new AbortController().signal,
      },
    );
  }

  const pulls = (name = id) => docs.host.listPullRequests({ headBranch: `docwright/${name}` });
  const headOf = (name = id) => docs.headOf(`docwright/${name}`);

  test('pushes a commit to its branch and pull request, and records both in the job', async () => {
    assert.deepEqual(await publishTurn({ content: 'A.\n' }), { kind: 'published' });
    const [pull] = await pulls();
    const state = readBranch(await read());
    assert.equal(state.kind, 'shown');
    assert.deepEqual([pull?.title, pull?.number], ['First title', state.kind === 'shown' && state.number]);
    assert.equal(await headOf(), state.kind === 'shown' && state.head);
  });

  test('reports each push to live sites, with its pull request', async () => {
    reported.length = 0;
    await publishTurn({ content: 'Told.\n' });
    await followUp(2);
    await publishTurn({ content: 'Told again.\n', parent: (await headOf()) ?? '' });
    const [pull] = await pulls();
    const hint = {
      organizationId: HOME,
      repository: 'local:docs',
      pullRequest: pull?.number,
      author: 'Docwright agent',
    };
    assert.deepEqual(reported, [hint, hint]);
  });

  test('creates no second commit and no second pull request in a second attempt after the push', async () => {
    await publishTurn({ content: 'B.\n' });
    await sql`update agent_jobs set publish_state = 'pushed', pr_number = null, pr_link = null, pr_state = null where id = ${id}`.execute(
      docs.database.kysely,
    );
    const head = await headOf();
    await publishTurn({ content: 'B.\n' });
    assert.deepEqual([(await pulls()).length, await headOf()], [1, head]);
    assert.equal(readBranch(await read()).kind, 'shown');
  });

  test('keeps the title and people’s edits in a follow-up, and describes both turns', async () => {
    await publishTurn({ content: 'C.\n', summary: 'Did the first.' });
    const [before] = await pulls();
    assert.ok(before);
    const body = `Ada: look at this.\n\n${before.body}\nSee #7.\n`;
    await docs.host.updatePullRequest(before.number, { title: 'Title of a person', body });
    await followUp(2);
    const parent = await headOf();
    await publishTurn({ content: 'CC.\n', parent: parent ?? '', title: 'Other title', summary: 'Did the second.' });
    const [pull] = await pulls();
    assert.deepEqual([pull?.title, pull?.draft], ['Title of a person', false]);
    assert.match(pull?.body ?? '', /^Ada: look at this\.\n\n<!-- docwright:begin -->/);
    assert.match(pull?.body ?? '', /\nSee #7\.\n$/);
    assert.match(pull?.body ?? '', /> Ask 1\n\nDid the first\.\n\n\*\*Follow-up 1\*\*\n\n> Ask 2\n\nDid the second\./);
    assert.equal((await read()).title, 'First title');
  });

  test('makes the pull request a draft for a new risk, which its body names first, but only once for the same risk', async () => {
    await publishTurn({ content: 'D.\n' });
    const risks = ['`index.mdx` line 2 has gained a script.'];
    await followUp(2);
    await publishTurn({ content: 'DD.\n', parent: (await headOf()) ?? '', risks });
    const [pull] = await pulls();
    assert.equal(pull?.draft, true);
    assert.match(
      pull?.body ?? '',
      /^<!-- docwright:begin -->\n\n\*\*Review this first\*\*\n\n- `index\.mdx` line 2 has gained/,
    );
    await sql`update local_pull_requests set draft = false where number = ${pull?.number ?? 0}`.execute(
      docs.database.kysely,
    );
    await followUp(3);
    const moved = ['`index.mdx` line 7 has gained a script.'];
    await publishTurn({ content: 'DDD.\n', parent: (await headOf()) ?? '', risks: moved });
    assert.equal((await pulls())[0]?.draft, false, 'someone has reviewed this risk');
  });

  test('leaves a branch unchanged that someone created in the meantime', async () => {
    const theirs = await docs.commit(docs.base, { 'index.mdx': 'Theirs.\n' });
    await docs.mirror.push({ branch: `docwright/${id}`, sha: theirs.sha, expected: null });
    await assert.rejects(publishTurn({ content: 'E.\n' }), (error) => {
      assert.ok(error instanceof AgentJobFailure);
      return error.code === 'branch_moved';
    });
    assert.equal(await headOf(), theirs.sha);
    assert.equal(readBranch(await read()).kind, 'committed');
  });

  test('pushes no branch if another job has already published the same tree', async () => {
    await publishTurn({ content: 'F.\n' });
    const first = id;
    id = await addJob();
    const published = await publishTurn({ content: 'F.\n' });
    assert.deepEqual([published.kind, published.kind === 'duplicate' && published.of], ['duplicate', first]);
    assert.equal(await headOf(), undefined);
  });

  test('doesn’t push for a worker that lost its job', async () => {
    const job = { ...(await read()), attempt: 0 };
    await assert.rejects(publishTurn({ content: 'G.\n', job }), LeaseLost);
    assert.equal(await headOf(), undefined);
    assert.deepEqual(readBranch(await read()), { kind: 'none' });
  });

  test('fails with `pull_request_closed` in a follow-up to a pull request that someone closed', async () => {
    await publishTurn({ content: 'H.\n' });
    const [pull] = await pulls();
    await docs.host.updatePullRequest(pull?.number ?? 0, { state: 'closed' });
    await followUp(2);
    await assert.rejects(publishTurn({ content: 'HH.\n', parent: (await headOf()) ?? '' }), {
      code: 'pull_request_closed',
    });
  });
});
