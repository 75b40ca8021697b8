import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { OverlayEntry, TurnOutcome } from '@docwright/doc-agent';
import { insertAgentJob, insertTurn } from '../../../../testing/insert-agent-job.ts';
import { insertImage, pngOf } from '../../../../testing/insert-image.ts';
import { openLocalDocs, type LocalDocs } from '../../../../testing/local-docs.ts';
import { HOME } from '../../../../testing/module-database.ts';
import { outcomeOf } from '../../../../testing/outcome-of.ts';
import { findAgentSettings, type AgentSettingsTables } from '../../../project-config/agent-settings/index.ts';
import { findProject, type ProjectTables } from '../../../project-config/projects/index.ts';
import { readOverlay } from '../overlay-store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import { readBranch } from './branch-state.ts';
import { commitAndPublish } from './commit-and-publish.ts';

const lines = (first: string, last = 'Last.'): string => `${first}\n${'Between.\n'.repeat(9)}${last}\n`;
const warning = { path: 'a.mdx', severity: 'warning', code: 'image-alt', message: 'no alt text' } as const;
const gateWith = (introduced: TurnOutcome['gate']['introduced']): TurnOutcome['gate'] => ({
  ...outcomeOf().gate,
  introduced,
});

describe('a turn’s work', () => {
  let docs: LocalDocs<AgentJobTables & ProjectTables & AgentSettingsTables>;
  let jobs = 0;
  let id: string;
  /** The head of `main` when the job began. */
  let base: string;
  before(async () => {
    docs = await openLocalDocs({
      'a.mdx': lines('A.'),
      'b.mdx': lines('B.'),
      '.github/pull_request_template.md': '<!-- hidden -->\n- [ ] I read it\n',
      'docs/pull_request_template.md': 'Not this one.\n',
      CODEOWNERS: '* @ada\n/b.mdx @bob @acme/writers\n',
    });
  });
  after(() => docs.close());
  beforeEach(async () => {
    await docs.mirror.fetch({ branches: ['main'] });
    base = await docs.mirror.resolveRef('main');
    id = await addJob();
  });
  const addJob = (columns: Readonly<Record<string, boolean | string>> = {}) =>
    insertAgentJob(docs.database, `aj_${(jobs += 1)}`, { attempt: 1, base_commit: base, ...columns });
  const read = (): Promise<AgentJobRow> =>
    docs.database.kysely.selectFrom('agent_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const pull = async () => (await docs.host.listPullRequests({ headBranch: `docwright/${id}` }))[0];

  interface Work {
    readonly files: Readonly<Record<string, string>>;
    readonly outcome?: Partial<TurnOutcome>;
    readonly drafts?: 'always' | 'on_new_warnings' | 'as_asked';
    readonly reviewers?: readonly string[];
  }
  async function finish({ files, outcome = {}, drafts, reviewers = [] }: Work) {
    const { kysely } = docs.database;
    const project = await findProject(kysely, HOME, 'project');
    const settings = await findAgentSettings(kysely, { organizationId: HOME, projectId: 'project' });
    assert.ok(project);
    const overlay = new Map(
      Object.entries(files).map(([path, content]) => [path, { kind: 'write', content } as const]),
    );
    return commitAndPublish(
      {
        database: docs.database,
        baseUrl: docs.baseUrl,
        faultPoint: () => undefined,
        onPublished: () => Promise.resolve(),
      },
      {
        job: await read(),
        project,
        prompt: 'Ask 1',
        repository: { host: docs.host, mirror: docs.mirror, baseCommit: base },
        settings: { ...settings, drafts: drafts ?? settings.drafts, reviewers: [...reviewers] },
        outcome: outcomeOf({ overlay, ...outcome }),
        signal: new AbortController().signal,
      },
    );
  }

  test('creates no commit and no branch if it repeats the base', async () => {
    const before = String(await docs.mirror.readFile(base, 'a.mdx'));
    assert.deepEqual(await finish({ files: { 'a.mdx': before } }), { kind: 'nothing' });
    assert.deepEqual([await pull(), readBranch(await read()).kind], [undefined, 'none']);
  });

  test('results in a pull request that links to the job, names the request, and contains the repository’s own template', async () => {
    await finish({ files: { 'a.mdx': lines('Linked.') } });
    const body = (await pull())?.body ?? '';
    assert.match(body, new RegExp(`\\[job ${id}\\]\\(https://docs\\.example/dashboard/jobs/project/${id}\\)`));
    assert.match(body, /> Ask 1/);
    assert.match(body, /-->\n\n- \[ \] I read it\n$/);
    assert.doesNotMatch(body, /Not this one|hidden/);
  });

  describe('requests a review', () => {
    const automation = { started_by_kind: 'system', started_by_id: 'auto_1', started_by_name: 'Nightly' };
    const files = [{ path: 'b.mdx', change: 'modified', added: 1, removed: 1 }] as const;
    for (const [what, columns, reviewers, asked] of [
      ['by the code owners of the changed files if an automation started the job', automation, [], ['bob']],
      ['by the reviewers in the settings, if any', automation, ['eve'], ['eve']],
      ['by nobody if a person started the job', {}, [], undefined],
    ] as const)
      test(what, async () => {
        id = await addJob(columns);
        await finish({ files: { 'b.mdx': lines(`${id}.`) }, outcome: { files }, reviewers });
        const { rows } = await docs.database.pool.query(
          `SELECT data->'reviewers' AS reviewers FROM agent_job_events WHERE job_id = $1 AND type = 'pull_request.ready'`,
          [id],
        );
        assert.deepEqual(rows[0].reviewers ?? undefined, asked);
      });
  });

  describe('is published', () => {
    const risks = ['`a.mdx` has gained a script.'];
    for (const [what, columns, work, draft] of [
      ['as a draft if the job requests one', { as_draft: true }, {}, true],
      ['as a draft if the project requires drafts', {}, { drafts: 'always' }, true],
      [
        'as a draft if it causes a new warning and the project requires drafts for new warnings',
        {},
        { drafts: 'on_new_warnings', outcome: { gate: gateWith([warning]) } },
        true,
      ],
      [
        'as a draft if it introduces a risk, even if neither the job nor the project requests a draft',
        {},
        { drafts: 'as_asked', outcome: { risks } },
        true,
      ],
      [
        'not as a draft if the only new finding is a hint',
        {},
        { drafts: 'on_new_warnings', outcome: { gate: gateWith([{ ...warning, severity: 'info' }]) } },
        false,
      ],
      ['not as a draft if nobody requested one', {}, { outcome: { gate: gateWith([warning]) } }, false],
    ] as const) {
      test(what, async () => {
        id = await addJob(columns);
        await finish({ files: { 'a.mdx': lines(`Draft ${what}.`) }, ...work });
        assert.equal((await pull())?.draft, draft);
      });
    }
  });

  describe('work on a base that moved in the meantime', () => {
    test('is published if other lines were changed', async () => {
      await docs.moveMain({ 'a.mdx': lines(`Theirs ${id}.`, 'Last.') });
      const before = String(await docs.mirror.readFile(base, 'a.mdx'));
      const published = await finish({ files: { 'a.mdx': before.replace(/Last\.\n$/, `Ours ${id}.\n`) } });
      assert.deepEqual(published, { kind: 'published' });
      assert.ok(await pull());
    });

    test('is not published if the same lines were changed, and the error names the files', async () => {
      await docs.moveMain({ 'b.mdx': lines(`Theirs ${id}.`) });
      const published = await finish({ files: { 'b.mdx': lines(`Ours ${id}.`), 'a.mdx': lines(`Ours ${id}.`) } });
      assert.equal(published.kind, 'conflict');
      assert.deepEqual(published.kind === 'conflict' && published.paths, ['b.mdx']);
      assert.match(published.kind === 'conflict' ? published.reason : '', /the same lines changed on main/);
      assert.deepEqual([await pull(), await docs.headOf(`docwright/${id}`)], [undefined, undefined]);
    });
  });

  describe('work on a branch that people push to while the agent works', () => {
    let head: string;
    beforeEach(async () => {
      await finish({ files: { 'a.mdx': lines(`First ${id}.`) } });
      head = (await docs.headOf(`docwright/${id}`)) ?? '';
      await docs.database.pool.query(`UPDATE agent_jobs SET turns = 2, publish_state = 'working' WHERE id = $1`, [id]);
      await insertTurn(docs.database, id, 2);
    });

    test('is merged file by file with their commits, which become part of the job', async () => {
      const theirs = await docs.pushToBranch(`docwright/${id}`, {
        'a.mdx': lines(`First ${id}.`, 'Theirs.'),
        'new.mdx': 'Theirs.\n',
      });
      assert.deepEqual(await finish({ files: { 'a.mdx': lines(`Second ${id}.`) } }), { kind: 'published' });
      const now = (await docs.headOf(`docwright/${id}`)) ?? '';
      assert.equal(await docs.mirror.isAncestor(theirs, now), true);
      assert.equal(String(await docs.mirror.readFile(now, 'a.mdx')), lines(`Second ${id}.`, 'Theirs.'));
      const overlay = await readOverlay(docs.database.kysely, id);
      assert.deepEqual(overlay.get('new.mdx'), { kind: 'write', content: 'Theirs.\n' });
      assert.deepEqual(overlay.get('a.mdx'), { kind: 'write', content: lines(`Second ${id}.`, 'Theirs.') });
    });

    test('adds an image of the job, and keeps one that people moved', async () => {
      const first = await insertImage(docs.database, id, pngOf(`first ${id}`));
      const second = await insertImage(docs.database, id, pngOf(`second ${id}`));
      const theirs = { 'theirs.png': pngOf(`first ${id}`), 'new.mdx': 'Theirs.\n' };
      await docs.pushToBranch(`docwright/${id}`, theirs);
      const overlay = new Map<string, OverlayEntry>([
        ['a.mdx', { kind: 'write', content: lines(`First ${id}.`) }],
        ['ours.png', second],
      ]);
      assert.deepEqual(await finish({ files: {}, outcome: { overlay } }), { kind: 'published' });
      const now = (await docs.headOf(`docwright/${id}`)) ?? '';
      assert.deepEqual(await docs.mirror.readFile(now, 'ours.png'), pngOf(`second ${id}`));
      assert.deepEqual(await docs.mirror.readFile(now, 'theirs.png'), pngOf(`first ${id}`));
      const known = await readOverlay(docs.database.kysely, id);
      assert.deepEqual([known.get('ours.png'), known.get('theirs.png')], [second, first]);
    });

    test('leaves the branch unchanged if both changed the same lines', async () => {
      const theirs = await docs.pushToBranch(`docwright/${id}`, { 'a.mdx': lines('Theirs.') });
      const published = await finish({ files: { 'a.mdx': lines('Ours.') } });
      assert.deepEqual([published.kind, published.kind === 'conflict' && published.paths], ['conflict', ['a.mdx']]);
      assert.equal(await docs.headOf(`docwright/${id}`), theirs);
    });

    test('leaves the branch unchanged if they rewrote it in the meantime', async () => {
      const theirs = await docs.commit(base, { 'b.mdx': lines(`Rewritten ${id}.`) });
      await docs.mirror.push({ branch: `docwright/${id}`, sha: theirs.sha, expected: head });
      await assert.rejects(finish({ files: { 'a.mdx': lines('Ours.') } }), { code: 'branch_moved' });
      assert.equal(await docs.headOf(`docwright/${id}`), theirs.sha);
    });

    test('reverts an edit of an earlier turn that the overlay no longer has', async () => {
      await finish({ files: { 'b.mdx': lines(`Only ${id}.`) } });
      const now = (await docs.headOf(`docwright/${id}`)) ?? '';
      assert.equal(String(await docs.mirror.readFile(now, 'a.mdx')), String(await docs.mirror.readFile(base, 'a.mdx')));
      assert.equal(String(await docs.mirror.readFile(now, 'b.mdx')), lines(`Only ${id}.`));
    });
  });
});
