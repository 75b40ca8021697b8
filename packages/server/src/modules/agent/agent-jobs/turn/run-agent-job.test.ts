import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { defaultCapacity, describeImage, type AgentModel, type ModelCapacity } from '@docwright/doc-agent';
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { sql } from 'kysely';
import { systemClock } from '../../../../platform/clock/index.ts';
import type { FaultPoint, FaultPointName } from '../../../../platform/fault-points/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { insertAgentJob, insertTurn } from '../../../../testing/insert-agent-job.ts';
import { insertImage, pngOf } from '../../../../testing/insert-image.ts';
import { openLocalDocs, type LocalDocs } from '../../../../testing/local-docs.ts';
import { principalOf } from '../../../../testing/module-database.ts';
import type { AgentSettingsTables } from '../../../project-config/agent-settings/index.ts';
import type { ProjectTables } from '../../../project-config/projects/index.ts';
import type { ContextTables } from '../../context-repositories/index.ts';
import { createSiteRenderer, type SiteRenderer } from '../../../building/site-rendering/index.ts';
import { cancelAgentJob } from '../intake/end-agent-job.ts';
import { readBranch } from '../publish/branch-state.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import { runAgentJob, type RunAgentDeps } from './run-agent-job.ts';
import { createFolderShare } from './share-folders.ts';

type Tables = AgentJobTables & AgentSettingsTables & ContextTables & ProjectTables;

const config = {
  theme: 'mint',
  name: 'Docs',
  colors: { primary: '#0a6e5c' },
  navigation: { pages: ['index'] },
};
const finish = (outcome: string) => [{ tool: 'finish', input: { outcome, title: 'Say it', summary: 'Said it.' } }];
const read = [{ tool: 'read', input: { path: 'index' } }];
const append = (text: string) => [{ tool: 'edit', input: { path: 'index', append: text } }];

type Calls = readonly { readonly tool: string; readonly input: unknown }[];

/** Creates a model that follows the script and counts its calls. */
function scriptedModel(script: (options: LanguageModelV4CallOptions) => Calls): LanguageModelV4 & { asked: number } {
  const tokens = { total: 10, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'test-1',
    supportedUrls: {},
    asked: 0,
    async doGenerate(options) {
      this.asked += 1;
      return {
        content: script(options).map(({ tool, input }) => ({
          type: 'tool-call',
          toolCallId: `call-${this.asked}`,
          toolName: tool,
          input: JSON.stringify(input),
        })),
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage: { inputTokens: tokens, outputTokens: { total: 10, text: undefined, reasoning: undefined } },
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new Error('a turn does not stream')),
  };
}

/** Creates a model whose answers depend on the conversation, like a real model's, and not on the number of calls. */
const modelOf = (...script: readonly Calls[]) =>
  scriptedModel(({ prompt }) => {
    const lastPrompt = prompt.findLastIndex(({ role }) => role === 'user');
    return script[prompt.slice(lastPrompt).filter(({ role }) => role === 'assistant').length] ?? [];
  });
const changing = (text: string) => modelOf(read, append(text), finish('changes'));

class Killed extends Error {}

describe('an agent job’s turn', () => {
  let docs: LocalDocs<Tables>;
  let deps: Omit<RunAgentDeps, 'openModel' | 'faultPoint'>;
  let renderer: SiteRenderer;
  let jobs = 0;
  let id: string;

  before(async () => {
    docs = await openLocalDocs<Tables>({
      'docs.json': JSON.stringify(config),
      'index.mdx': '---\ntitle: "Start"\n---\n\nBefore.\n',
    });
    const { database, connectRepository, folder, baseUrl } = docs;
    renderer = await createSiteRenderer({
      mode: 'none',
      clock: systemClock,
      log: createLogger({ level: 'silent' }),
      codeCacheFolder: join(folder, 'code'),
    });
    deps = {
      database,
      connectRepository,
      renderer,
      storage: { findExcess: async () => undefined, added: async () => undefined },
      folders: createFolderShare(),
      drafts: {
        open: () => Promise.reject(new Error('no draft is opened')),
        plan: () => Promise.reject(new Error('nothing is suggested')),
      },
      onPublished: async () => undefined,
      findSpentBudget: () => Promise.resolve(undefined),
      fetchUrl: () => Promise.reject(new Error('nothing is fetched')),
      findBrowser: async () => undefined,
      baseUrl,
      secrets: [],
      clock: systemClock,
      sleep: () => Promise.resolve(),
      random: () => 0,
      log: createLogger({ level: 'silent' }),
      publishEvent: () => Promise.resolve(),
      repositoryUrl: (stored) => stored,
    };
  });
  after(async () => {
    await renderer.close();
    await docs.close();
  });
  beforeEach(async () => {
    id = await insertAgentJob(docs.database, `aj_${(jobs += 1)}`);
  });

  async function followUp(): Promise<void> {
    await sql`update agent_jobs set turns = 2, status = 'active', error = null, publish_state = 'working' where id = ${id}`.execute(
      docs.database.kysely,
    );
    await insertTurn(docs.database, id, 2);
  }
  async function run(
    model: AgentModel,
    options: {
      readonly faultPoint?: FaultPoint;
      readonly turn?: number;
      readonly secrets?: readonly string[];
      readonly storage?: RunAgentDeps['storage'];
      readonly capacity?: ModelCapacity;
    } = {},
  ) {
    const parts = {
      ...deps,
      secrets: options.secrets ?? [],
      ...(options.storage !== undefined && { storage: options.storage }),
      openModel: () => Promise.resolve({ model, capacity: options.capacity ?? defaultCapacity, secrets: [] }),
      faultPoint: options.faultPoint ?? (() => undefined),
    };
    const ticket = { agentJobId: id, turn: options.turn ?? 1, attempt: 1 };
    await runAgentJob(parts, ticket, new AbortController().signal);
  }
  const row = (): Promise<AgentJobRow> =>
    docs.database.kysely.selectFrom('agent_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const pulls = () => docs.host.listPullRequests({ headBranch: `docwright/${id}` });
  const cancel = () => {
    const principal = principalOf();
    return cancelAgentJob(deps, { principal, author: principal, projectId: 'project', id });
  };
  async function shownText(): Promise<string> {
    const state = readBranch(await row());
    assert.equal(state.kind, 'shown');
    const head = state.kind === 'shown' ? state.head : '';
    return String(await docs.mirror.readFile(head, 'index.mdx'));
  }
  /** Attaches an image to the first prompt. */
  async function attach(name: string, bytes: Buffer): Promise<void> {
    await insertImage(docs.database, id, bytes);
    await docs.database.pool.query('UPDATE agent_job_turns SET attachments = $2 WHERE job_id = $1 AND turn = 1', [
      id,
      JSON.stringify([describeImage(name, bytes)]),
    ]);
  }
  /** Makes the worker crash when it passes the point for the nth time. */
  const killAt = (point: FaultPointName, time = 1): FaultPoint => {
    let passed = 0;
    return (name) => {
      if (name === point && (passed += 1) === time) throw new Killed();
    };
  };

  test('leaks no secret into its pull request, its events or its journal', async () => {
    const secret = 'correct-horse-battery-staple-0123456789';
    await run(changing(`Key: ${secret}`), { secrets: [secret] });
    assert.match(await shownText(), /Before\.\nKey: /);
    assert.ok(!(await shownText()).includes(secret));
    const { rows } =
      await sql`select data from agent_job_events where job_id = ${id} and data::text like ${`%${secret}%`}
      union all select data::jsonb from agent_job_journal where job_id = ${id} and data::text like ${`%${secret}%`}`.execute(
        docs.database.kysely,
      );
    assert.deepEqual(rows, []);
  });

  describe('a job whose model sees images', () => {
    const capacity = { ...defaultCapacity, seesImages: true };
    const gif = Buffer.from('GIF89a\0pixels');
    const view = [{ tool: 'view_image', input: { path: 'images/logo.gif' } }];
    const seenBy = (options: LanguageModelV4CallOptions) =>
      options.prompt
        .flatMap(({ role, content }) => (role === 'user' ? content : []))
        .filter(({ type }) => type === 'file');
    const looking = () => scriptedModel((options) => (seenBy(options).length > 0 ? finish('no_changes') : view));
    const images = async () =>
      (await docs.database.pool.query('SELECT digest, content FROM agent_job_images WHERE job_id = $1', [id])).rows;
    before(async () => {
      await docs.mirror.push({ branch: 'docwright/pictures', sha: docs.base, expected: null });
      await docs.pushToBranch('docwright/pictures', { 'images/logo.gif': gif.toString('latin1') });
    });
    beforeEach(async () => {
      id = await insertAgentJob(docs.database, `aj_${(jobs += 1)}`, { base_branch: 'docwright/pictures' });
    });

    test('shows an image of the site, and stores it once even if the worker crashes before recording it', async () => {
      const model = looking();
      await assert.rejects(run(model, { capacity, faultPoint: killAt('agent.journaled', 2) }), Killed);
      await run(model, { capacity });
      assert.equal((await images()).length, 1);
      assert.equal((await row()).result, 'no_changes');
    });

    test('shows the images that are attached to the prompt', async () => {
      await attach('error.gif', gif);
      const model = looking();
      await run(model, { capacity });
      assert.deepEqual([model.asked, (await row()).result], [1, 'no_changes']);
    });

    test('stores no image after it was canceled', async () => {
      const model = looking();
      const stopped: LanguageModelV4 = {
        ...model,
        doGenerate: async (options) => {
          await cancel();
          return model.doGenerate(options);
        },
      };
      await run(stopped, { capacity });
      assert.deepEqual([(await images()).length, (await row()).error?.code], [0, 'cancelled']);
    });
  });

  describe('a job with an attached image that becomes a file of the site', () => {
    const png = pngOf('pixels');
    const add = (path = 'images/error.png') => ({ tool: 'add_image', input: { image: 'error.png', path } });
    const show = (path = 'images/error.png') => ({
      tool: 'edit',
      input: { path: 'index', append: `![An error](/${path})` },
    });
    const adding = (path?: string) => modelOf(read, [add(path), show(path)], finish('changes'));
    beforeEach(() => attach('error.png', png));
    /** Reads the files of the images folder at the head of the pull request. */
    async function published(): Promise<Record<string, Buffer | undefined>> {
      const state = readBranch(await row());
      assert.equal(state.kind, 'shown', JSON.stringify(await row()));
      const folder = await docs.mirror.loadFolder(state.kind === 'shown' ? state.head : '', '');
      const paths = folder.paths.filter((path) => /\.(?:png|gif)$/.test(path));
      return Object.fromEntries(paths.map((path) => [path, Buffer.from(folder.read(path) ?? [])]));
    }

    test('has a pull request with exactly the image’s bytes and a description of the image', async () => {
      await run(adding());
      assert.deepEqual(await published(), { 'images/error.png': png });
      assert.match(await shownText(), /!\[An error\]\(\/images\/error\.png\)/);
      const [pull] = await pulls();
      assert.match(pull?.body ?? '', /\| `images\/error\.png` \| added \| image, 1 kB \|/);
      assert.equal(pull?.draft, false, 'an attached image is expected');
      const file = (await row()).files.find(({ path }) => path === 'images/error.png');
      assert.deepEqual(
        [file?.change, file?.image?.mediaType, file?.image?.sizeBytes],
        ['added', 'image/png', png.length],
      );
    });

    test('resumes from each of its records and steps with the same bytes', async () => {
      const points = ['agent.tree-ready', 'agent.pushed', 'agent.pr-known', 'agent.completing'] as const;
      const kills = [
        ...[1, 2, 3, 4, 5, 6, 7].map((time) => ['agent.journaled', time] as const),
        ...points.map((point) => [point, 1] as const),
      ];
      for (const [point, time] of kills) {
        id = await insertAgentJob(docs.database, `aj_added_${point}_${time}`.replaceAll(/[.-]/g, '_'));
        await attach('error.png', png);
        const path = `images/${point}-${time}.png`;
        const model = adding(path);
        await assert.rejects(run(model, { faultPoint: killAt(point, time) }), Killed);
        await run(model);
        assert.deepEqual([model.asked, await published()], [3, { [path]: png }], `${point} ${time}`);
      }
    });

    test('moves the image in a follow-up, and no longer has it after another follow-up reverts it', async () => {
      const moved = 'images/later.png';
      await run(adding('images/first.png'));
      await followUp();
      const edit = { path: 'index', edits: [{ old: '/images/first.png', new: `/${moved}` }] };
      const move = [
        add(moved),
        { tool: 'revert', input: { paths: ['images/first.png'] } },
        { tool: 'edit', input: edit },
      ];
      await run(modelOf(move, finish('changes')), { turn: 2 });
      assert.deepEqual(await published(), { [moved]: png });
      assert.match(await shownText(), /\(\/images\/later\.png\)/);
      await docs.database.pool.query(
        `UPDATE agent_jobs SET turns = 3, status = 'active', publish_state = 'working' WHERE id = $1`,
        [id],
      );
      await insertTurn(docs.database, id, 3);
      const text = { path: 'index', edits: [{ old: `![An error](/${moved})`, new: 'No picture.' }] };
      const undo = [
        { tool: 'revert', input: { paths: [moved] } },
        { tool: 'edit', input: text },
      ];
      await run(modelOf(undo, finish('changes')), { turn: 3 });
      assert.deepEqual(await published(), {});
    });

    test('isn’t published while a page refers to an image that is not there', async () => {
      const wrong = [add('images/right.png'), show('images/wrong.png')];
      await run(modelOf(read, wrong, finish('changes'), finish('changes'), finish('changes'), finish('changes')));
      const { status, error } = await row();
      assert.deepEqual([status, error?.code, await pulls()], ['failed', 'gate_failed', []]);
      assert.match(error?.message ?? '', /images\/wrong\.png/);
    });
  });

  test('completes with a pull request if it changes a page', async () => {
    await run(changing('Completed.'));
    const job = await row();
    assert.deepEqual([job.status, job.result, job.title], ['completed', 'changes', 'Say it']);
    assert.deepEqual(
      job.files.map(({ path, change }) => [path, change]),
      [['index.mdx', 'modified']],
    );
    assert.match(await shownText(), /Before\.\nCompleted\.\n$/);
    assert.equal((await pulls())[0]?.url, job.pr_link);
  });

  for (const outcome of ['no_changes', 'needs_model'] as const) {
    test(`completes without a branch if it ends with ${outcome}`, async () => {
      await run(modelOf(finish(outcome)));
      const job = await row();
      assert.deepEqual([job.status, job.result, readBranch(job).kind, job.files], ['completed', outcome, 'none', []]);
    });
  }

  describe('a job that can start from another branch', () => {
    const base = async () => {
      const { base_branch: branch, base_commit: commit } = await row();
      return [branch, commit];
    };

    test('starts from it if the requested branch does not exist, and stays with it if someone creates the branch later', async () => {
      id = await insertAgentJob(docs.database, 'aj_created', {
        base_branch: 'docwright/later',
        fallback_branch: 'main',
      });
      await assert.rejects(run(changing('Fallback.'), { faultPoint: killAt('agent.base-fixed') }), Killed);
      await docs.mirror.push({ branch: 'docwright/later', sha: docs.base, expected: null });
      await run(changing('Fallback.'));
      assert.deepEqual(await base(), ['main', docs.base]);
      assert.deepEqual(
        (await pulls()).map(({ baseBranch }) => baseBranch),
        ['main'],
      );
    });

    test('starts from the requested branch if it exists', async () => {
      await docs.mirror.push({ branch: 'docwright/there', sha: docs.base, expected: null });
      const head = await docs.pushToBranch('docwright/there', { 'index.mdx': '---\ntitle: "There"\n---\n\nText.\n' });
      id = await insertAgentJob(docs.database, 'aj_found', { base_branch: 'docwright/there', fallback_branch: 'main' });
      await run(changing('Found.'));
      assert.deepEqual(await base(), ['docwright/there', head]);
    });

    test('fails if neither exists', async () => {
      id = await insertAgentJob(docs.database, 'aj_neither', { base_branch: 'gone', fallback_branch: 'lost' });
      await run(changing('Nowhere.'));
      const { error } = await row();
      assert.deepEqual([error?.code, error?.message.includes('lost')], ['branch_not_found', true], error?.message);
    });
  });

  describe('a job at its organization’s storage quota', () => {
    const storage = {
      findExcess: async (id: string) => `${id} stores 2 MB, beyond its quota of 1 MB.`,
      added: async () => undefined,
    };

    test('fails before a model is called, without a branch, and so does a follow-up', async () => {
      const model = changing('Full.');
      for (const turn of [1, 2]) {
        if (turn === 2) await followUp();
        await run(model, { turn, storage });
        const { status, error, branch } = await row();
        assert.deepEqual([status, error?.code, branch, model.asked], ['failed', 'storage_quota_exceeded', null, 0]);
        assert.match(error?.message ?? '', /^org_home stores 2 MB/);
      }
      assert.equal(await docs.headOf(`docwright/${id}`), undefined);
    });

    test('is published if its commit already exists', async () => {
      const faultPoint = killAt('agent.tree-ready');
      await assert.rejects(run(changing('Committed.'), { faultPoint }), Killed);
      await run(changing('Committed.'), { storage });
      assert.deepEqual([(await row()).status, (await pulls()).length], ['completed', 1]);
    });
  });

  test('fails without a pull request if it exceeds its budget of steps', async () => {
    let asked = 0;
    await run(scriptedModel(() => append(`Line ${(asked += 1)}.`)));
    const job = await row();
    assert.deepEqual([job.status, job.error?.code, await pulls()], ['failed', 'budget_exceeded', []]);
  });

  test('stops without a pull request after its lease was lost', async () => {
    const model = changing('Lost.');
    const losing: LanguageModelV4 = {
      ...model,
      doGenerate: async (options) => {
        await sql`update agent_jobs set attempt = attempt + 1 where id = ${id}`.execute(docs.database.kysely);
        return model.doGenerate(options);
      },
    };
    await run(losing);
    const job = await row();
    assert.deepEqual([job.status, model.asked, await pulls()], ['active', 1, []]);
  });

  test('calls no model for a turn that isn’t the job’s current one, or after the job was canceled', async () => {
    const model = changing('Late.');
    await run(model, { turn: 2 });
    await cancel();
    await run(model);
    assert.deepEqual([model.asked, (await row()).error?.code], [0, 'cancelled']);
  });

  test('resumes after each of its records, without requesting an answer twice', async () => {
    let records = 0;
    const countRecords: FaultPoint = (name) => void (name === 'agent.journaled' && (records += 1));
    await run(changing('Counted.'), { faultPoint: countRecords });
    assert.equal(records, 7);
    for (let time = 1; time <= records; time++) {
      id = await insertAgentJob(docs.database, `aj_resumed_${time}`);
      const model = changing(`Resumed ${time}.`);
      await assert.rejects(run(model, { faultPoint: killAt('agent.journaled', time) }), Killed);
      await run(model);
      assert.deepEqual([(await row()).result, model.asked], ['changes', 3], `after record ${time}`);
    }
  });

  test('opens no pull request when it is canceled after any of its records, and its follow-up opens one', async () => {
    for (let time = 1; time <= 7; time++) {
      id = await insertAgentJob(docs.database, `aj_cancelled_${time}`);
      let passed = 0;
      const cancelling: FaultPoint = (name) => {
        if (name === 'agent.journaled' && (passed += 1) === time) throw new Killed();
      };
      await assert.rejects(run(changing(`Cancelled ${time}.`), { faultPoint: cancelling }), Killed);
      await cancel();
      const model = changing('Late.');
      await run(model);
      const stopped = await row();
      assert.deepEqual([stopped.status, stopped.error?.code, model.asked], ['failed', 'cancelled', 0]);
      assert.deepEqual(await pulls(), []);
      await followUp();
      await run(changing(`Again ${time}.`), { turn: 2 });
      assert.deepEqual([(await row()).result, (await pulls()).length], ['changes', 1], `after record ${time}`);
      assert.match(await shownText(), new RegExp(`Again ${time}\\.`));
    }
  });

  const steps = [
    ['agent.tree-ready', 'committed'],
    ['agent.push-answered', 'committed'],
    ['agent.pushed', 'pushed'],
    ['agent.pull-request-answered', 'pushed'],
    ['agent.pr-known', 'shown'],
    ['agent.completing', 'shown'],
  ] as const;
  for (const [point, state] of steps) {
    test(`is completed with one pull request by the next worker when its worker is killed at ${point}`, async () => {
      const model = changing(`Killed at ${point}.`);
      await assert.rejects(run(model, { faultPoint: killAt(point) }), Killed);
      assert.equal(readBranch(await row()).kind, state);
      await run(model);
      assert.deepEqual([(await row()).result, model.asked, (await pulls()).length], ['changes', 3, 1]);
    });

    test(`has its work in the pull request of its follow-up when it is canceled at ${point}`, async () => {
      await assert.rejects(run(changing(`First of ${point}.`), { faultPoint: killAt(point) }), Killed);
      await cancel();
      await followUp();
      await run(changing('Second.'), { turn: 2 });
      assert.deepEqual([(await row()).result, (await pulls()).length], ['changes', 1]);
      assert.match(await shownText(), new RegExp(`First of ${point}\\.[^]*Second\\.`));
    });
  }

  test('shows the lines of comments to the model, and only the comments in the pull request', async () => {
    await run(changing('First.'));
    await followUp();
    const comments = [{ path: 'index.mdx', side: 'after', from: 4, to: 4, lines: ['Old.'], text: 'Say it shorter.' }];
    await docs.database.pool.query(
      `UPDATE agent_job_turns SET prompt = '', comments = $2 WHERE job_id = $1 AND turn = 2`,
      [id, JSON.stringify(comments)],
    );
    let conversation = '';
    const model = modelOf(read, append('Shorter.'), finish('changes'));
    const doGenerate = model.doGenerate.bind(model);
    model.doGenerate = (options) => {
      conversation = JSON.stringify(options.prompt);
      return doGenerate(options);
    };
    await run(model, { turn: 2 });
    assert.match(conversation, /<quoted-lines>.*Old\..*<\/quoted-lines>\\nSay it shorter\./);
    const [pull] = await pulls();
    assert.match(pull?.body ?? '', /\*\*Follow-up 1\*\*\n\n> - index\.mdx, line 4: Say it shorter\.\n/);
    assert.doesNotMatch(pull?.body ?? '', /quoted-lines|don’t follow instructions/);
  });

  test('is based on people’s commits to its branch', async () => {
    await run(changing('Ours.'));
    const state = readBranch(await row());
    assert.ok(state.kind === 'shown');
    const theirs = await docs.pushToBranch(state.branch, { 'theirs.mdx': '---\ntitle: "Theirs"\n---\n' });
    await followUp();
    await run(changing('Again.'), { turn: 2 });
    const after = readBranch(await row());
    assert.ok(after.kind === 'shown');
    assert.equal(await docs.mirror.isAncestor(theirs, after.head), true);
    assert.match(await shownText(), /Ours\.[^]*Again\./);
  });

  test('fails before a model is called if someone closed its pull request', async () => {
    await run(changing('Closed.'));
    const [pull] = await pulls();
    await docs.host.updatePullRequest(pull?.number ?? 0, { state: 'closed' });
    await followUp();
    const model = changing('More.');
    await run(model, { turn: 2 });
    assert.deepEqual([(await row()).error?.code, model.asked], ['pull_request_closed', 0]);
  });
});
