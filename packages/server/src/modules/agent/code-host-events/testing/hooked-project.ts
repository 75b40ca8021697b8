/**
 * A project on GitHub for tests, with real PostgreSQL, the real queue without a worker, and a simulated GitHub with
 * data from the test.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { createFixedClock, type FixedClock } from '../../../../platform/clock/index.ts';
import type {
  CodeHost,
  CommentedNumber,
  FoundComment,
  RepositoryPermission,
} from '../../../../platform/code-host/index.ts';
import { createJobEngine } from '../../../../platform/job-engine/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { createSecretBox } from '../../../../platform/secret-box/index.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { baseUrl, openModuleRoutes, type ModuleAnswer, type ModuleRoutes } from '../../../../testing/module-routes.ts';
import { defineAgentQueue, type AgentJobTables } from '../../agent-jobs/index.ts';
import type { IdempotencyTables } from '../../../foundation/idempotency/index.ts';
import type { ProjectTables } from '../../../project-config/projects/index.ts';
import type { RateLimitTables } from '../../../foundation/rate-limits/index.ts';
import type { HandleDeps, TellHint } from '../handle-event.ts';
import { defineCodeHostEventQueue } from '../job.ts';
import { registerCodeHostHookRoutes, registerHookReceiver } from '../routes.ts';
import { defaultCodeHostEventSettings } from '../settings.ts';
import type { CodeHostEventTables } from '../tables.ts';

export type HookTables = CodeHostEventTables & ProjectTables & AgentJobTables & RateLimitTables & IdempotencyTables;

export interface Hook {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
}

export interface FakeGitHub {
  /** Comments by ID; other comments don't exist on the host. */
  readonly comments: Map<string, FoundComment>;
  readonly permissions: Map<string, RepositoryPermission | Error>;
  /** Comments by the agent: the number of the issue or pull request, and the text. */
  readonly answers: (readonly [number, string])[];
  fullName: string;
  /** Names of the methods that were called. */
  readonly calls: string[];
  /** Hooks that were created at the host. */
  readonly installed: { readonly url: string; readonly secret: string }[];
  refusal: Error | undefined;
}

export interface HookedProjects {
  readonly service: ModuleRoutes<HookTables>;
  readonly deps: HandleDeps;
  readonly clock: FixedClock;
  /** Hints sent to live sites. */
  readonly hints: Parameters<TellHint>[0][];
  /** Addresses of the context repositories of all projects. */
  readonly code: string[];
  readonly github: FakeGitHub;
  /** Adds a project at `https://github.com/acme/NAME` with a hook. */
  addProject(name: string, body?: object): Promise<{ readonly projectId: string; readonly hook: Hook }>;
  /** Adds a completed job of a project whose pull request has this number. */
  addJob(id: string, projectId: string, number: number): Promise<void>;
  post(hook: Hook, event: PostedEvent): Promise<ModuleAnswer>;
  /** Lists the jobs waiting in a queue, in order. */
  listTickets(queue: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export interface PostedEvent {
  readonly name?: string;
  readonly delivery?: string | undefined;
  /** A string is sent unchanged. */
  readonly payload: unknown;
  /** The signing secret; the default is the hook's own. `undefined` sends no signature. */
  readonly secret?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function openHookedProjects(): Promise<HookedProjects> {
  const log = createLogger({ level: 'silent' });
  const clock = createFixedClock(new Date());
  const github = createFakeGitHub();
  const hints: Parameters<TellHint>[0][] = [];
  const code: string[] = [];
  let deps: HandleDeps | undefined;
  let stop = async (): Promise<void> => undefined;
  const service = await openModuleRoutes<HookTables>(async (routes, { database, app }) => {
    const engine = createJobEngine({ url: database.url, pool: database.pool, log });
    const queue = defineCodeHostEventQueue(engine);
    const agentQueue = defineAgentQueue(engine);
    await engine.start();
    stop = () => engine.stop();
    const secretBox = createSecretBox({ current: randomBytes(32), previous: [] });
    const shared = { database, engine, queue, clock, settings: defaultCodeHostEventSettings };
    registerHookReceiver(app, { ...shared, secretBox });
    registerCodeHostHookRoutes(routes, {
      ...shared,
      baseUrl,
      secretBox,
      addressRules: { baseUrl, hosts: [{ kind: 'github', webUrl: 'https://github.com' }] },
      findConnected: () => Promise.resolve(['https://github.com/acme/*']),
      connectRepository: async () => ({ host: github.host, mirror: undefined as never, path: '' }),
    });
    deps = {
      ...shared,
      log,
      baseUrl,
      listContextRepositories: async () => code,
      onHint: async (hint) => void hints.push(hint),
      agentJobs: { database, engine, queue: agentQueue, repositoryUrl: (stored) => stored },
      connectRepository: async ({ repository }) => {
        const kind = repository.startsWith('https://gitlab.com/') ? 'gitlab' : 'github';
        return { host: { ...github.host, kind }, mirror: undefined as never, path: '' };
      },
    };
  });
  if (deps === undefined) throw new Error('the routes are not registered');
  const { pool } = service.database;
  return {
    service,
    deps,
    clock,
    hints,
    code,
    github,
    addProject: async (name, body = {}) => {
      const projectId = await insertProject(service.database, `proj_${name}`, {
        repository: `https://github.com/acme/${name}`,
      });
      const path = `/v1/projects/${projectId}/code-host-hooks`;
      return { projectId, hook: (await service.request('POST', path, { body })).json };
    },
    addJob: async (id, projectId, number) => {
      await pool.query(
        `INSERT INTO agent_jobs (id, organization_id, project_id, status, model, repository, prompt, base_branch, as_draft, usage,
           publish_state, branch, commit_sha, tree_sha, pushed_sha, pr_number, pr_link, pr_state)
         SELECT $1::text, organization_id, id, 'completed', model, repository, 'Begin.', branch, true, '{}',
           'pr_known', 'docwright/' || $1::text, 'c1', 't1', 'c1', $3::int, repository || '/pull/' || $3::int::text, 'open'
         FROM projects WHERE id = $2`,
        [id, projectId, number],
      );
    },
    post: (hook, event) => post(service, hook, event),
    listTickets: async (queue) => {
      const { rows } = await pool.query('SELECT data FROM pgboss.job WHERE name = $1 ORDER BY created_on, id', [queue]);
      return rows.map(({ data }) => data);
    },
    close: async () => {
      await stop();
      await service.close();
    },
  };
}

async function post(service: ModuleRoutes<HookTables>, hook: Hook, event: PostedEvent): Promise<ModuleAnswer> {
  const body = typeof event.payload === 'string' ? event.payload : JSON.stringify(event.payload);
  const secret = 'secret' in event ? event.secret : hook.secret;
  const signature = secret === undefined ? undefined : createHmac('sha256', secret).update(body).digest('hex');
  return service.request('POST', hook.url.slice(baseUrl.length), {
    as: null,
    body,
    headers: {
      'x-github-event': event.name ?? 'issue_comment',
      ...(event.delivery !== undefined && { 'x-github-delivery': event.delivery }),
      ...(signature !== undefined && { 'x-hub-signature-256': `sha256=${signature}` }),
      ...event.headers,
    },
  });
}

function createFakeGitHub(): FakeGitHub & { readonly host: CodeHost } {
  const github: FakeGitHub = {
    comments: new Map(),
    permissions: new Map(),
    answers: [],
    fullName: 'acme/elsewhere',
    calls: [],
    installed: [],
    refusal: undefined,
  };
  const host: Partial<CodeHost> = {
    kind: 'github',
    getRepository: async () => {
      github.calls.push('getRepository');
      return { fullName: github.fullName } as Awaited<ReturnType<CodeHost['getRepository']>>;
    },
    installHook: async ({ url, secret }) => {
      github.calls.push('installHook');
      if (github.refusal !== undefined) throw github.refusal;
      github.installed.push({ url, secret });
      return '77';
    },
    findComment: async ({ commentId }) => {
      github.calls.push('findComment');
      return github.comments.get(commentId);
    },
    findCommentWith: async (on, text) =>
      github.answers.some(([at, answer]) => at === toNumber(on) && answer.includes(text)) ? 'c1' : undefined,
    comment: async (on, text) => {
      if (github.refusal !== undefined) throw github.refusal;
      github.answers.push([toNumber(on), text]);
      return { url: 'https://github.com/', id: 'c1' };
    },
    permissionOf: async ({ id }) => {
      github.calls.push('permissionOf');
      const permission = github.permissions.get(id) ?? 'none';
      if (permission instanceof Error) throw permission;
      return permission;
    },
  };
  return Object.assign(github, { host: host as CodeHost });
}

/** Returns the event for a comment on a pull request, as GitHub sends it. */
export const commentEvent = (
  repository: string,
  number: number,
  comment: { readonly id: number; readonly by: string; readonly body: string },
) => ({
  action: 'created',
  repository: { full_name: repository },
  issue: { number, pull_request: {} },
  comment: { id: comment.id, body: comment.body, user: { login: comment.by, type: 'User' } },
});

/** Returns the number alone, because GitHub numbers issues and pull requests together. */
const toNumber = (on: CommentedNumber): number => (typeof on === 'number' ? on : on.issue);
