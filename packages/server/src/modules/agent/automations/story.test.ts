import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { AgentJob } from '@docwright/contract';
import { createRulesModel, defaultCapacity, type AgentModel } from '@docwright/doc-agent';
import { systemClock } from '../../../platform/clock/index.ts';
import { createSiteRenderer, type SiteRenderer } from '../../building/site-rendering/index.ts';
import { createJobChanges } from '../../foundation/job-changes/index.ts';
import { HOME, principalOf } from '../../../testing/module-database.ts';
import { createFolderShare, createReadDiff, selectAgentJob, workOnAgentJobs } from '../agent-jobs/index.ts';
import { dryRun } from './dry-run.ts';
import { findBudgetOfTurn } from './find-spent-budget.ts';
import { createEndRun } from './end-run.ts';
import { lookAfterAutomations, workOnAutomations } from './job.ts';
import type { AutomationRow, RunRow } from './tables.ts';
import { openAutomatedDocs, type AutomatedDocs } from './testing/automated-docs.ts';

const config = { theme: 'mint', name: 'Docs', colors: { primary: '#0a6e5c' }, navigation: { pages: ['index'] } };
const page = '---\ntitle: "Start"\n---\n\nUse `--all`.\n';

type Calls = readonly { readonly tool: string; readonly input: object }[];

/**
 * Creates a model that documents the newest commits. If it is first asked whether changes are needed, it declines if
 * only tests changed.
 */
function createWriter(): { readonly model: LanguageModelV4; readonly shown: () => string } {
  let shown = '';
  const tokens = { total: 10, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  const decide = ({ prompt }: LanguageModelV4CallOptions): string => {
    const isHidden = JSON.stringify(prompt).includes('only tests');
    return JSON.stringify({
      needed: !isHidden,
      reason: isHidden ? 'Only tests changed, which readers never see.' : 'A flag.',
    });
  };
  const answer = ({ prompt }: LanguageModelV4CallOptions): Calls => {
    const start = prompt.findLastIndex(({ role }) => role === 'user');
    const step = prompt.slice(start).filter(({ role }) => role === 'assistant').length;
    shown = JSON.stringify(prompt.slice(Math.max(0, start - 1)));
    const text = shown.includes('Add --some') ? 'Or `--some`.' : 'Now `--every`.';
    const edit = { path: 'index', append: text };
    const end = { outcome: 'changes', title: 'Document the flag', summary: `Wrote ${text}` };
    const read = { tool: 'read', input: { path: 'index' } };
    return [[read], [{ tool: 'edit', input: edit }], [{ tool: 'finish', input: end }]][step] ?? [];
  };
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'test-1',
    supportedUrls: {},
    doGenerate: async (options) => ({
      content:
        (options.tools ?? []).length === 0
          ? [{ type: 'text', text: decide(options) }]
          : answer(options).map(({ tool, input }, index) => ({
              type: 'tool-call',
              toolCallId: `call-${options.prompt.length}-${index}`,
              toolName: tool,
              input: JSON.stringify(input),
            })),
      finishReason: { unified: 'tool-calls', raw: undefined },
      usage: { inputTokens: tokens, outputTokens: { total: 10, text: undefined, reasoning: undefined } },
      warnings: [],
    }),
    doStream: () => Promise.reject(new Error('a turn does not stream')),
  };
  return { model, shown: () => shown };
}

describe('merged code changes', () => {
  let automated: AutomatedDocs;
  let renderer: SiteRenderer;
  let automation: AutomationRow;
  const writer = createWriter();
  let opened: AgentModel = writer.model;
  const notified: (string | null)[] = [];
  before(async () => {
    automated = await openAutomatedDocs({}, { 'docs.json': JSON.stringify(config), 'index.mdx': page });
    const { docs, deps } = automated;
    await mkdir(join(docs.folder, 'code'));
    await writeFile(join(docs.folder, 'code', 'flags.ts'), 'export const all = 1;\n');
    const seed = { kind: 'folder', folder: join(docs.folder, 'code'), message: 'First' } as const;
    await docs.localCodeHost.createRepository({ organizationId: HOME, name: 'api', seed });
    const { log } = deps;
    const codeCacheFolder = join(docs.folder, 'cache');
    renderer = await createSiteRenderer({ mode: 'none', clock: systemClock, log, codeCacheFolder });
    const endRun = createEndRun(deps);
    await workOnAutomations(deps.queue, { concurrency: 2, groupConcurrency: 2, deps });
    await workOnAgentJobs(deps.engine, deps.agentJobs.queue, {
      concurrency: 1,
      groupConcurrency: 1,
      changes: createJobChanges(),
      deps: {
        ...deps,
        database: docs.database,
        baseUrl: docs.baseUrl,
        renderer,
        storage: { findExcess: async () => undefined, added: async () => undefined },
        folders: createFolderShare(),
        drafts: {
          open: () => Promise.reject(new Error('no draft is opened')),
          plan: () => Promise.reject(new Error('nothing is suggested')),
        },
        onPublished: async () => undefined,
        fetchUrl: () => Promise.reject(new Error('nothing is fetched')),
        findBrowser: async () => undefined,
        secrets: [],
        sleep: () => Promise.resolve(),
        random: () => 0,
        faultPoint: () => undefined,
        openModel: () => Promise.resolve({ model: opened, capacity: defaultCapacity, secrets: [] }),
        findSpentBudget: (turn) => findBudgetOfTurn(docs.database.kysely, turn),
        publishEvent: async (tx, { data }) => void notified.push((await endRun(tx, data as AgentJob))[0] ?? null),
      },
    });
    automation = await automated.create({
      name: 'Code to docs',
      kind: 'update-from-code',
      instructions: '',
      trigger: { type: 'code_change', excludeAuthors: ['robot'] },
      contextRepositories: [{ repository: `${docs.baseUrl}/git/api.git` }],
    });
    await automated.follow(automation.id);
    await docs.database.pool.query(`UPDATE automations SET created_by_user = 'ada'`);
  });
  after(async () => {
    await automated.close();
    await renderer.close();
  });

  const gitDir = async () => {
    const repository = { organizationId: HOME, repository: 'local:api' };
    return fileURLToPath((await automated.docs.connectRepository(repository)).mirror.remote.url);
  };
  /** Commits like the merge of a pull request. */
  const merge = async (message: string, by = 'Ada', text = `// ${message}\n`): Promise<string> => {
    const git = ['--git-dir', await gitDir()];
    const parent = execFileSync('git', [...git, 'rev-parse', 'main'], { encoding: 'utf8' }).trim();
    const input = `commit refs/heads/main\nmark :1\ncommitter ${by} <${by}@example.com> 1764400000 +0000\ndata ${message.length}\n${message}\nfrom ${parent}\nM 100644 inline flags.ts\ndata ${text.length}\n${text}\n\nget-mark :1\ndone\n`;
    return execFileSync('git', [...git, 'fast-import', '--quiet', '--force'], { input, encoding: 'utf8' }).trim();
  };
  const runsOnce = async (done: (runs: readonly RunRow[]) => boolean): Promise<readonly RunRow[]> => {
    automated.clock.advance(10 * 60_000);
    await lookAfterAutomations(automated.deps);
    for (;;) {
      const runs = await automated.runsOf(automation.id);
      if (done(runs)) return runs;
      await delay(50);
    }
  };
  const jobOnceEnded = async (id: string | null) => {
    for (;;) {
      const found = { organizationId: HOME, projectId: 'project', id: id ?? '' };
      const job = await selectAgentJob(automated.deps.database.kysely, found);
      assert.ok(job, id ?? 'no job');
      if (job.status !== 'active') return job;
      await delay(50);
    }
  };
  const haveEnded = (count: number) => (runs: readonly RunRow[]) =>
    runs.length === count && runs.every(({ ended_at: at }) => at !== null);
  const pulls = async (jobId: string | null) =>
    automated.docs.host.listPullRequests({ headBranch: `docwright/${jobId ?? ''}` });

  test('are documented in one growing pull request that names them, but changes without effect end with a reason', async () => {
    const first = await merge('Rename --all to --every');
    const [opened] = await runsOnce(haveEnded(1));
    assert.deepEqual([opened?.state, opened?.trigger], ['review_needed', 'code_change'], opened?.outcome ?? '');
    assert.match(opened?.outcome ?? '', /^Opened pull request #\d+: Document the flag$/);
    assert.match(writer.shown(), /Rename --all to --every/);
    const [pull] = await pulls(opened?.job_id ?? null);
    assert.equal(pull?.title, 'Code to docs: Document the flag');
    assert.ok(pull?.body.includes(first), pull?.body);

    await automated.docs.pushToBranch(`docwright/${opened?.job_id}`, { 'people.mdx': '---\ntitle: "P"\n---\n\nHi.\n' });
    const second = await merge('Add --some');
    const [, added] = await runsOnce(haveEnded(2));
    assert.deepEqual([added?.state, added?.job_id], ['review_needed', opened?.job_id], added?.outcome ?? '');
    const [grown, ...others] = await pulls(opened?.job_id ?? null);
    assert.deepEqual(others, []);
    for (const part of [first, second, 'Now `--every`.', 'Or `--some`.']) assert.ok(grown?.body.includes(part), part);
    const { mirror } = automated.docs;
    const { branches } = await mirror.fetch({ branches: [`docwright/${opened?.job_id}`] });
    const head = branches.get(`docwright/${opened?.job_id}`) ?? '';
    assert.match(String(await mirror.readFile(head, 'index.mdx')), /Now `--every`\.\n*Or `--some`\./);
    assert.match(String(await mirror.readFile(head, 'people.mdx')), /Hi\./);

    await merge('Rework only tests');
    const [, , without] = await runsOnce(haveEnded(3));
    assert.equal(without?.state, 'no_changes');
    assert.match(without?.outcome ?? '', /Only tests changed, which readers never see\.$/);

    assert.deepEqual(notified, ['ada', 'ada', null]);

    await merge('Update dependencies', 'robot');
    automated.clock.advance(10 * 60_000);
    await automated.follow(automation.id);
    assert.equal((await automated.runsOf(automation.id)).length, 3);
  });

  test('are documented by the rules engine if they rename a flag, and end with a reason otherwise', async () => {
    opened = createRulesModel();
    await automated.change(automation.id, { enabled: false });
    await merge('Add a flag', 'Ada', "flag('--all');\n");
    automation = await automated.create({
      name: 'Rules',
      kind: 'update-from-code',
      instructions: '',
      trigger: { type: 'code_change' },
      contextRepositories: [{ repository: `${automated.docs.baseUrl}/git/api.git` }],
    });
    await automated.follow(automation.id);
    const commit = await merge('Delete page index', 'Ada', "flag('--every');\n");
    const [renamed] = await runsOnce(haveEnded(1));
    assert.deepEqual([renamed?.state, renamed?.cost_usd], ['review_needed', '0'], renamed?.outcome ?? '');
    const [pull] = await pulls(renamed?.job_id ?? null);
    assert.equal(pull?.title, 'Rules: Rename --all to --every');
    assert.ok(pull?.body.includes(commit.slice(0, 7)), pull?.body);
    const branch = `docwright/${renamed?.job_id}`;
    const { branches } = await automated.docs.mirror.fetch({ branches: [branch] });
    const head = branches.get(branch) ?? '';
    assert.equal(String(await automated.docs.mirror.readFile(head, 'index.mdx')), page.replace('--all', '--every'));

    const name = { principal: principalOf(), projectId: 'project', id: automation.id };
    const tried = await dryRun(automated.deps, { ...name, body: { diff: true } }, new AbortController().signal);
    assert.deepEqual(tried.events.map(({ text, ignored }) => [text, ignored]).slice(0, 2), [
      ['Delete page index', null],
      ['Add a flag', null],
    ]);
    assert.deepEqual(
      [tried.waitingEvents, tried.asksFirst, tried.evidence.length, tried.scope.pullRequest],
      [0, true, 2, pull?.url],
    );
    const job = await jobOnceEnded(tried.jobId);
    assert.deepEqual([job?.status, job?.result, job?.pr_link], ['completed', 'changes', null], job?.summary ?? '');
    assert.deepEqual(await pulls(tried.jobId), []);
    const diff = await createReadDiff(automated.deps)(job, new AbortController().signal);
    assert.match(diff, /^\+Use `--every`\.$/m);
    assert.equal((await automated.runsOf(automation.id)).length, 1);

    await merge('Rework', 'Ada', "flag('--every', true);\n");
    const [, without] = await runsOnce(haveEnded(2));
    assert.equal(without?.state, 'no_changes');
    assert.match(without?.outcome ?? '', /^Checked 1 changed file \(`flags\.ts`\)/);
  });

  test('are merged directly if the automation merges, without starting another automation of the project', async () => {
    opened = writer.model;
    await automated.change(automation.id, { enabled: false });
    const echo = await automated.create({ name: 'Echo', trigger: { type: 'content_update' } });
    automation = await automated.create({
      name: 'Direct',
      kind: 'draft-changelog',
      trigger: { type: 'code_change' },
      contextRepositories: [{ repository: `${automated.docs.baseUrl}/git/api.git` }],
      updateMode: 'direct_merge',
    });
    for (const { id } of [echo, automation]) await automated.follow(id);
    const before = await automated.docs.headOf('main');
    await merge('Merge this');
    const isDecided = ([run]: readonly RunRow[]) =>
      run !== undefined && (run.state === 'failed' || / (?:Merged|Left for review)\b/.test(run.outcome ?? ''));
    const [run] = await runsOnce(isDecided);
    assert.equal(run?.state, 'accepted', run?.outcome ?? '');
    assert.match(run?.outcome ?? '', /^Opened pull request #\d+: Document the flag\. Merged\.$/);
    const [pull] = await pulls(run?.job_id ?? null);
    assert.equal(pull?.state, 'merged');
    assert.notEqual(await automated.docs.headOf('main'), before);
    automated.clock.advance(10 * 60_000);
    for (const { id } of [echo, automation]) await automated.follow(id);
    const { rows } = await automated.deps.database.pool.query(
      'SELECT id FROM automation_events WHERE automation_id = $1',
      [echo.id],
    );
    assert.deepEqual(rows, []);
    assert.equal((await automated.runsOf(automation.id)).length, 1);
  });
});
