import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { AgentEventType } from '@docwright/contract';
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai';
import { ApiError } from '../../../../platform/http/index.ts';
import { createJobEngine, type JobEngine } from '../../../../platform/job-engine/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { insertAgentJob } from '../../../../testing/insert-agent-job.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { OTHER, principalOf } from '../../../../testing/module-database.ts';
import {
  openModuleRoutes,
  type ModuleAnswer,
  type ModuleRequest,
  type ModuleRoutes,
} from '../../../../testing/module-routes.ts';
import type { IdempotencyTables } from '../../../foundation/idempotency/index.ts';
import { createJobChanges } from '../../../foundation/job-changes/index.ts';
import type { RateLimitTables } from '../../../foundation/rate-limits/index.ts';
import type { ProjectTables } from '../../../project-config/projects/index.ts';
import { cancelAgentJob } from '../intake/end-agent-job.ts';
import { insertEvent } from '../store.ts';
import { defineAgentQueue } from '../job.ts';
import { registerAgentJobRoutes } from '../routes.ts';
import type { AgentJobTables } from '../tables.ts';

type Tables = AgentJobTables & ProjectTables & RateLimitTables & IdempotencyTables;

const ask = (content: string, role = 'user') => ({ role, content });
const made = {
  status: 'completed',
  result: 'changes',
  branch: 'docwright/aj_done',
  commit_sha: 'c',
  tree_sha: 't',
  pushed_sha: 'c',
  pr_number: 7,
  pr_link: 'https://github.com/acme/docs/pull/7',
  pr_state: 'open',
  publish_state: 'pr_known',
  title: 'Rotate keys',
  summary: 'Added a section.',
};
const failure = (code: string) => JSON.stringify({ code, message: 'It broke.', remedy: 'Fix it.', retryable: false });

describe('version 1 of the agent API', () => {
  let service: ModuleRoutes<Tables>;
  let engine: JobEngine;
  let count = 0;
  let project = '';
  const changes = createJobChanges();
  const ending = { publishEvent: () => Promise.resolve(), repositoryUrl: (stored: string) => stored };
  before(async () => {
    service = await openModuleRoutes<Tables>(async (routes, { database }) => {
      engine = createJobEngine({ url: database.url, pool: database.pool, log: createLogger({ level: 'silent' }) });
      const queue = defineAgentQueue(engine);
      await engine.start();
      registerAgentJobRoutes(routes, {
        storage: { requireRoom: async () => undefined, added: async () => undefined },
        ...ending,
        database,
        engine,
        queue,
        changes,
        onMerged: () => Promise.resolve(),
        refreshPullRequest: (job) => Promise.resolve(job),
        connectRepository: () => Promise.reject(new ApiError('not_found', 'no repository is requested')),
        readDiff: () => Promise.resolve(''),
        readDiffLines: () => Promise.reject(new ApiError('not_found', 'no file is read')),
      });
    });
    await insertProject(service.database, 'theirs', { organizationId: OTHER });
    await insertAgentJob(service.database, 'aj_theirs', { organization_id: OTHER, project_id: 'theirs' });
  });
  after(async () => {
    await engine.stop();
    await service.close();
  });
  beforeEach(async () => {
    await insertProject(service.database, (project = `p${(count += 1)}`));
  });

  const send = (method: string, path: string, options: ModuleRequest = {}) =>
    service.request(method, `/v1/agent/${project}${path}`, options);
  const insert = (id: string, columns: Parameters<typeof insertAgentJob>[2]) =>
    insertAgentJob(service.database, id, { project_id: project, ...columns });
  const rows = async (query: string) => (await service.database.pool.query(query, [project])).rows;

  /** Does what a worker would, as soon as the request has created a job. */
  async function whileWaiting<T>(request: Promise<T>, work: (id: string) => Promise<unknown>): Promise<T> {
    const stop = new AbortController();
    const settled = request.finally(() => stop.abort()).catch(() => undefined);
    while (!stop.signal.aborted) {
      const [row] = await rows(`SELECT id FROM agent_jobs WHERE project_id = $1 AND status = 'active'`);
      if (row !== undefined) {
        await work(row.id);
        changes.notify(row.id);
        await settled;
      }
      await setImmediate();
    }
    return request;
  }
  const tell = (id: string, type: AgentEventType, data: object) =>
    service.database.kysely.transaction().execute((tx) => insertEvent(tx, id, { type, data: { ...data } }));
  const complete = async (id: string) => {
    await tell(id, 'turn.started', {});
    await tell(id, 'step.model', { detail: { text: '', calls: [{ name: 'search' }, { name: 'read' }] } });
    await tell(id, 'branch.pushed', { branch: `docwright/${id}` });
    await tell(id, 'pull_request.ready', { prLink: made.pr_link, number: 7 });
    await tell(id, 'job.completed', { result: 'changes', summary: made.summary });
    const fields = Object.entries(made).map(([name], index) => `${name} = $${index + 2}`);
    await service.database.pool.query(`UPDATE agent_jobs SET ${fields.join()} WHERE id = $1`, [
      id,
      ...Object.values(made),
    ]);
  };
  const cancel = (id: string) => {
    const principal = principalOf();
    return cancelAgentJob(
      { ...ending, database: service.database },
      { principal, author: principal, projectId: project, id },
    );
  };
  const create = (body: unknown, options: ModuleRequest = {}) =>
    whileWaiting(send('POST', '/job', { body, ...options }), cancel);

  test('the progress of a job is a message that the AI SDK reads, with the job at the end', async () => {
    const answers: ModuleAnswer[] = [];
    const transport = new DefaultChatTransport<UIMessage>({
      api: '/job',
      fetch: async (_, init) => {
        const sent = whileWaiting(send('POST', '/job', { body: init?.body }), complete);
        const { status, headers, text } = answers[answers.push(await sent) - 1] ?? assert.fail();
        return new Response(text, { status, headers });
      },
    });
    const stream = await transport.sendMessages({
      trigger: 'submit-message',
      chatId: 'c1',
      messageId: undefined,
      messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Describe rotation' }] }],
      abortSignal: undefined,
    });
    let last: UIMessage | undefined;
    for await (const state of readUIMessageStream({ stream, terminateOnError: true })) last = state;
    const [row] = await rows('SELECT * FROM agent_jobs WHERE project_id = $1');
    assert.equal(row.prompt, 'Describe rotation');
    const [answer] = answers;
    const header = (name: string) => answer?.headers.get(name);
    assert.deepEqual([header('x-session-id'), header('x-branch-name')], [row.id, `docwright/${row.id}`]);
    assert.deepEqual([header('x-vercel-ai-ui-message-stream'), header('warning')], ['v1', null]);
    const text = last?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
    assert.match(text ?? '', /Tools: search, read\..*pull\/7\s+Added a section\./s);
    assert.deepEqual(last?.metadata, (await send('GET', `/job/${row.id}`)).json);
  });

  test('a stream consists of unnamed server-sent events and ends with [DONE], even if the job fails', async () => {
    const { status, headers, text } = await create({ messages: [ask('Something')] });
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/event-stream']);
    const events = text.split('\n\n').filter((event) => event !== '' && !event.startsWith(':'));
    assert.ok(
      events.every((event) => /^data: [^\n]+$/.test(event)),
      text,
    );
    assert.equal(events.pop(), 'data: [DONE]');
    const chunks = events.map((event) => JSON.parse(event.slice(6)));
    assert.deepEqual(
      chunks.map(({ type }) => type),
      ['start', 'start-step', 'text-start', 'text-delta', 'text-delta', 'text-end', 'finish-step', 'error', 'finish'],
    );
    assert.match(chunks.at(-2).errorText, /was canceled/);
    assert.equal(chunks.at(-1).messageMetadata.haultReason, 'interrupted');
  });

  test('responses, including errors, have headers for the deprecation, its date, and the successor', async () => {
    const missing = await send('GET', '/job/aj_none');
    assert.equal(missing.status, 404);
    const anonymous = await send('GET', '/jobs', { as: null });
    assert.equal(anonymous.status, 401);
    const invalid = await send('POST', '/job', { body: {} });
    for (const [{ headers }, successor] of [
      [missing, `/v2/agent/${project}/job/aj_none`],
      [anonymous, `/v2/agent/${project}/jobs`],
      [invalid, `/v2/agent/${project}/job`],
      [await create({ messages: [ask('x')] }), `/v2/agent/${project}/job`],
    ] as const) {
      assert.match(headers.get('deprecation') ?? '', /^@\d+$/);
      assert.ok(Date.parse(headers.get('sunset') ?? '') > Date.parse('2027-11-30'));
      assert.ok(headers.get('link')?.endsWith(`<${successor}>; rel="successor-version"`), headers.get('link') ?? '');
    }
  });

  test('a repeated request with the same key returns the same job’s stream', async () => {
    const options = { headers: { 'idempotency-key': 'one' } };
    const body = { messages: [ask('Once')] };
    const first = await create(body, options);
    const again = await send('POST', '/job', { body, ...options });
    assert.equal(again.headers.get('x-session-id'), first.headers.get('x-session-id'));
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.text, first.text);
    assert.equal((await rows('SELECT id FROM agent_jobs WHERE project_id = $1')).length, 1);
    const other = await send('POST', '/job', { body: { ...body, branch: 'x' }, ...options });
    assert.deepEqual([other.status, other.json.code], [422, 'idempotency_mismatch']);
  });

  test('jobs count toward the limit of v2, and its headers are returned', async () => {
    const { headers } = await create({ messages: [ask('x')] });
    assert.match(headers.get('ratelimit') ?? '', /;r=99;/);
    const next = await service.request('POST', `/v2/agent/${project}/job`, { body: { prompt: 'x' } });
    assert.match(next.headers.get('ratelimit') ?? '', /;r=98;/);
  });

  test('the project’s own branch is the fallback for a requested branch, and has no fallback itself', async () => {
    for (const branch of ['feature', 'main']) await create({ messages: [ask('x')], branch, asDraft: true });
    const found = await rows(
      'SELECT base_branch, fallback_branch, as_draft FROM agent_jobs WHERE project_id = $1 ORDER BY created_at',
    );
    assert.deepEqual(found, [
      { base_branch: 'feature', fallback_branch: 'main', as_draft: true },
      { base_branch: 'main', fallback_branch: null, as_draft: true },
    ]);
  });

  test('a response names ignored fields, such as a model', async () => {
    const { headers } = await create({ messages: [ask('x')], model: 'opus' });
    assert.match(headers.get('warning') ?? '', /unknown field model/);
  });

  for (const [name, body] of [
    ['no message', { messages: [] }],
    ['no message of the user', { messages: [ask('x', 'system'), ask('y', 'assistant')] }],
    ['only blank text', { messages: [ask(' \n')] }],
    ['a message without text', { messages: [{ role: 'user' }] }],
    ['a file as the only part', { messages: [{ role: 'user', parts: [{ type: 'file', text: 'x' }] }] }],
    ['another role', { messages: [ask('x', 'tool')] }],
    ['text that isn’t a string', { messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] }],
    ['too much text in total', { messages: Array.from({ length: 3 }, () => ask('x'.repeat(50_000))) }],
    ['NUL', { messages: [ask('x\0')] }],
    ['a branch that git would misinterpret', { messages: [ask('x')], branch: '--upload-pack=x' }],
    ['a draft that is neither true nor false', { messages: [ask('x')], asDraft: 'yes' }],
  ] as const)
    test(`a request with ${name} is refused and creates no job`, async () => {
      const { status, json } = await send('POST', '/job', { body });
      assert.deepEqual([status, json.code], [400, 'invalid_request'], json.error);
      assert.deepEqual(await rows('SELECT id FROM agent_jobs WHERE project_id = $1'), []);
    });

  test('a job has the field names and reasons in the reference', async () => {
    await insert('aj_done', made);
    const { createdAt, ...done } = (await send('GET', '/job/aj_done')).json;
    assert.match(createdAt, /^\d{4}-.*Z$/);
    assert.deepEqual(done, {
      sessionId: 'aj_done',
      subdomain: project,
      branch: 'docwright/aj_done',
      haulted: true,
      haultReason: 'completed',
      pullRequestLink: made.pr_link,
      messageToUser: 'Added a section.',
      todos: [],
      title: 'Rotate keys',
    });
    await insert('aj_active', {});
    const { createdAt: _, ...active } = (await send('GET', '/job/aj_active')).json;
    const expected = { branch: null, haulted: false, haultReason: 'processing', todos: [] };
    assert.deepEqual(active, { sessionId: 'aj_active', subdomain: project, ...expected });
    for (const [code, reason] of [
      ['cancelled', 'interrupted'],
      ['permission_denied', 'github_missconfigured'],
      ['gate_failed', 'error'],
    ] as const) {
      await insert(`aj_${code}`, { status: 'failed', error: failure(code) });
      const { haulted, haultReason, messageToUser } = (await send('GET', `/job/aj_${code}`)).json;
      assert.deepEqual([haulted, haultReason, messageToUser], [true, reason, 'It broke. Fix it.']);
    }
  });

  test('a list has the newest jobs first, 12 by default, starting from a position', async () => {
    const at = Date.parse('2026-11-22T12:00:00Z');
    for (let number = 1; number <= 14; number += 1)
      await insert(`aj_n${number}`, { created_at: new Date(at + number * 1000) });
    const list = async (query: string) =>
      (await send('GET', `/jobs${query}`)).json.allSessions.map((job: { sessionId: string }) => job.sessionId);
    assert.deepEqual([(await list('')).length, (await list(''))[0]], [12, 'aj_n14']);
    assert.deepEqual(await list('?skip=12'), ['aj_n2', 'aj_n1']);
    assert.deepEqual(await list('?skip=1&take=2'), ['aj_n13', 'aj_n12']);
    assert.deepEqual(await list('?skip=10000'), []);
    for (const query of ['skip=-1', 'skip=10001', 'skip=2147483648', 'take=0', 'take=101', 'take=x'])
      assert.equal((await send('GET', `/jobs?${query}`)).status, 400, query);
  });

  test('other organizations’ jobs are treated like missing ones, and callers with only read access can’t create jobs', async () => {
    const foreign = await service.request('GET', '/v1/agent/theirs/job/aj_theirs');
    const missing = await send('GET', '/job/aj_theirs');
    assert.deepEqual([foreign.status, missing.status, foreign.json.error], [404, 404, missing.json.error]);
    assert.equal((await service.request('GET', '/v1/agent/theirs/jobs')).status, 404);
    const body = { messages: [ask('x')] };
    assert.equal((await service.request('POST', '/v1/agent/theirs/job', { body })).status, 404);
    const narrow = { as: { projectIds: ['second'] } };
    assert.equal((await send('POST', '/job', { body, ...narrow })).status, 404);
    assert.equal((await send('GET', '/jobs', narrow)).status, 404);
    const reading = await send('POST', '/job', { body, as: { scopes: ['agent-jobs:read'] } });
    assert.deepEqual([reading.status, reading.json.code], [403, 'insufficient_scope']);
    assert.equal((await send('GET', '/jobs', { as: { scopes: ['agent-jobs:read'] } })).status, 200);
  });
});
