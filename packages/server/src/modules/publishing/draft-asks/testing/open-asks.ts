/** Requests to the agent about drafts: real routes, PostgreSQL, git, job queue and site builder. */
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentJob } from '@docwright/contract';
import { createRulesModel, defaultCapacity, type AgentModel } from '@docwright/doc-agent';
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { FaultPoint } from '../../../../platform/fault-points/index.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { createJobEngine, type JobEngine } from '../../../../platform/job-engine/index.ts';
import { HOME, type ModuleDatabase } from '../../../../testing/module-database.ts';
import type { ModuleAnswer, ModuleRequest } from '../../../../testing/module-routes.ts';
import {
  createFolderShare,
  createReadDiff,
  createReadDiffLines,
  defineAgentQueue,
  registerAgentJobRoutes,
  workOnAgentJobs,
  type AgentJobDeps,
  type RunAgentDeps,
} from '../../../agent/agent-jobs/index.ts';
import type { ApiKeyTables } from '../../../project-config/api-keys/index.ts';
import { createJobChanges } from '../../../foundation/job-changes/index.ts';
import {
  createDraftThreads,
  registerCommentRoutes,
  type CommentNotice,
  type CommentTables,
} from '../../comments/index.ts';
import { openDrafts, type TestDrafts } from '../../drafts/testing/open-drafts.ts';
import { createAskedDrafts } from '../create-asked-drafts.ts';
import { registerAskRoutes } from '../routes.ts';

export interface TestAsks {
  readonly drafts: TestDrafts;
  readonly jobs: AgentJobDeps;
  /** Runs at a job's fault points. */
  faultPoint: FaultPoint;
  /** The model for the next jobs. Initially the rules engine. */
  model: AgentModel;
  readonly notices: (readonly [user: string, title: string])[];
  ask(body: object, options?: ModuleRequest & { readonly branch?: string }): Promise<ModuleAnswer>;
  /** Asks the agent, and waits until the job has ended. */
  answer(body: object, options?: ModuleRequest & { readonly branch?: string }): Promise<AgentJob>;
  /** Waits until the job has ended. */
  end(id: string): Promise<AgentJob>;
  job(id: string, tail?: string, method?: string, body?: object): Promise<ModuleAnswer>;
  threads(query?: string): Promise<ModuleAnswer['json']>;
  decide(id: string, decision: 'accept' | 'reject', as?: ModuleRequest['as']): Promise<ModuleAnswer>;
  /** The text of `guide.mdx` in the draft. */
  guide(): Promise<string>;
  /** The job worker runs from this point on. */
  work(): Promise<void>;
  close(): Promise<void>;
}

type Tables = ApiKeyTables & CommentTables & RunTables;
type RunTables = RunAgentDeps['database'] extends Database<infer Schema> ? Schema : never;

export async function openAsks(files: Readonly<Record<string, string>>, docsFolder = ''): Promise<TestAsks> {
  const made: { engine?: JobEngine; jobs?: AgentJobDeps; database?: ModuleDatabase<Tables> } = {};
  const notices: TestAsks['notices'] = [];
  const changes = createJobChanges();
  const repositoryUrl = (stored: string) => stored;
  const publishEvent = () => Promise.resolve();
  const drafts = await openDrafts(files, docsFolder, {
    threads: createDraftThreads('https://docs.example'),
    register: (routes, deps) => {
      // Every module's database has the entire schema.
      const database = deps.database as unknown as ModuleDatabase<Tables>;
      made.database = database;
      const { url, pool } = database;
      const engine = (made.engine = createJobEngine({ url, pool, log: deps.log }));
      const jobs = (made.jobs = { database, engine, queue: defineAgentQueue(engine), repositoryUrl });
      const notify = async (_tx: unknown, { userId, title }: CommentNotice) => void notices.push([userId, title]);
      const reading = { database, connectRepository: deps.connectRepository };
      registerCommentRoutes(routes, { database, drafts: deps, notify });
      registerAskRoutes(routes, { drafts: deps, jobs });
      registerAgentJobRoutes(routes, {
        storage: { requireRoom: async () => undefined, added: async () => undefined },
        ...jobs,
        ...reading,
        changes,
        publishEvent,
        readDiff: createReadDiff(reading),
        readDiffLines: createReadDiffLines(reading),
        refreshPullRequest: async (job) => job,
        onMerged: async () => undefined,
      });
    },
  });
  const { engine, jobs, database } = made;
  if (engine === undefined || jobs === undefined || database === undefined)
    throw new Error('the routes were not registered');
  await engine.start();
  const asks: TestAsks = {
    drafts,
    jobs,
    faultPoint: () => undefined,
    model: createRulesModel(),
    notices,
    ask: (body, options = {}) => drafts.draft('POST', '/ask', { ...options, body }),
    answer: async (body, options) => asks.end((await asks.ask(body, options)).json.id),
    end: async (id) => {
      for (;;) {
        const job = (await asks.job(id)).json as AgentJob;
        if (job.status !== 'active') return job;
        await delay(20);
      }
    },
    job: (id, tail = '', method = 'GET', body) =>
      drafts.service.request(method, `/v2/agent/proj/job/${id}${tail}`, { body }),
    threads: async (query = '?state=all') => (await drafts.draft('GET', `/comments${query}`)).json,
    decide: (id, decision, as = {}) =>
      drafts.service.request('POST', `/v1/projects/proj/comments/${id}/${decision}`, { as }),
    guide: async () => (await drafts.read('guide.mdx')).json.content,
    work: () => workOnAgentJobs(engine, jobs.queue, { concurrency: 2, groupConcurrency: 2, changes, deps: toDeps() }),
    close: async () => {
      await engine.stop();
      await drafts.close();
    },
  };
  const toDeps = (): RunAgentDeps => ({
    ...drafts.deps,
    database,
    drafts: createAskedDrafts({ ...drafts.deps, database }),
    folders: createFolderShare(),
    openModel: () => Promise.resolve({ model: asks.model, capacity: defaultCapacity, secrets: [] }),
    findSpentBudget: () => Promise.resolve(undefined),
    fetchUrl: () => Promise.reject(new Error('nothing is fetched')),
    findBrowser: async () => undefined,
    baseUrl: 'https://docs.example',
    secrets: [],
    sleep: () => Promise.resolve(),
    random: () => 0,
    faultPoint: (name) => asks.faultPoint(name),
    onPublished: () => Promise.reject(new Error('nothing is published')),
    publishEvent,
    repositoryUrl,
  });
  await drafts.service.database.pool.query(
    `insert into users (id, name, email) values ('usr_edith', 'Edith', 'edith@example.com')`,
  );
  await drafts.service.database.pool.query(
    `insert into members (organization_id, user_id, role) values ($1, 'usr_edith', 'editor')`,
    [HOME],
  );
  await drafts.service.database.pool.query(
    `insert into api_keys (id, organization_id, name, sha256, prefix, last_four, scopes, created_by)
     values ('key_test', $1, 'test key', '\\x00', 'dw_', 'last', '{admin}', 'usr_edith')`,
    [HOME],
  );
  return asks;
}

type Calls = readonly { readonly tool: string; readonly input: object }[];

/** Creates a model that follows a script. `before` runs before the first answer. */
export function scriptedModel(script: readonly Calls[], before: () => Promise<unknown> = async () => undefined) {
  const tokens = { total: 10, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  const seen: string[] = [];
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'test-1',
    supportedUrls: {},
    doGenerate: async ({ prompt }: LanguageModelV4CallOptions) => {
      const step = prompt.filter(({ role }) => role === 'assistant').length;
      if (step === 0) await before();
      seen.push(JSON.stringify(prompt));
      return {
        content: (script[step] ?? []).map(({ tool, input }, index) => ({
          type: 'tool-call',
          toolCallId: `call-${step}-${index}`,
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
  return { model, seen };
}
