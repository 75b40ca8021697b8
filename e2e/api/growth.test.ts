/**
 * Sends requests that grow in one part (body, field, header, parameter, uploaded file) to real processes: the service
 * as one process with its edge, and a deployment server. They must not end a process, cause a server error, or write a
 * secret to a log.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startProcess, type Process } from '../faults/processes.ts';
import { growJson, growRequests, growths, type GrownRequest } from './fuzz/grow-request.ts';
import type { Description, KnownValues, Maker, Target } from './fuzz/make-request.ts';
import { Random } from '../../scripts/random.ts';
import { testSeed } from '../../scripts/sample-rows.ts';
import { adminTargets, readerTargets } from './fuzz/reader-routes.ts';
import { createSender, type FuzzAnswer } from './fuzz/send-request.ts';
import { undescribedTargets } from './fuzz/undescribed-routes.ts';
import { until } from './test-service.ts';

const sockets = 8;
const maxFaults = 20;
/** The secret used in all requests. Logs and errors must not contain it. */
const canary = 'canary7Q2m9XcVb3NzL0pRt5Yw8Kd1Hs6Jf4';

interface Ready {
  readonly baseUrl: string;
  readonly siteUrl: string;
  readonly apiKey: string;
  readonly projectId: string;
  readonly domain: string;
  readonly bundleUrl: string;
}

describe(`requests that have grown (seed ${testSeed})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-growth-'));
  const random = new Random(testSeed);
  const adminToken = 'a-token-of-the-operator';
  let service: Process;
  let host: Process;
  let ready: Ready;
  let hostUrl = '';
  let maker: Maker;
  let startedAt = '';

  before(async () => {
    const environment = { DOCWRIGHT_DATA_DIR: join(folder, 'data'), DOCWRIGHT_LOG_LEVEL: 'debug' };
    service = startProcess(['up', '--port', '0'], environment, join(folder, 'up.log'));
    ready = (await service.ready) as unknown as Ready;
    const options = ['--bundle-url', ready.bundleUrl, '--port', '0', '--set', `dataDir=${join(folder, 'host')}`];
    host = startProcess(['host', ...options], { DOCWRIGHT_HOST_ADMIN_TOKEN: adminToken }, join(folder, 'host.log'));
    hostUrl = String((await host.ready)['address']);
    maker = {
      description: (await ask('GET', '/openapi.json')) as unknown as Description,
      known: await createObjects(),
    };
    startedAt = await readStart();
  });
  after(async () => {
    for (const one of [host, service]) {
      one?.kill('SIGTERM');
      await one?.ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const authorization = (): string => `Bearer ${ready.apiKey}`;
  async function ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await fetch(`${ready.baseUrl}${path}`, {
      method,
      headers: { authorization: authorization(), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  }
  const readMetrics = async (): Promise<string> =>
    (await fetch(`${ready.baseUrl}/metrics`, { headers: { authorization: authorization() } })).text();
  /** Returns the start time of the process; a new process at the same address would have a different one. */
  const readStart = async (): Promise<string> =>
    /^process_start_time_seconds .+$/m.exec(await readMetrics())?.[0] ?? 'no metrics';

  /** Sends all requests, and returns the errors in the responses. */
  async function sendAll(
    baseUrl: string,
    requests: readonly GrownRequest[],
    findFault: (answer: FuzzAnswer, request: GrownRequest) => string | undefined,
  ): Promise<string[]> {
    const { send, close } = createSender(baseUrl, sockets);
    const faults: string[] = [];
    let next = 0;
    const sendInTurn = async (): Promise<void> => {
      for (;;) {
        const request = requests[next];
        next += 1;
        if (request === undefined || faults.length >= maxFaults) return;
        const answer = await send(request).catch((error: Error) => error);
        const fault = answer instanceof Error ? answer.message : findFault(answer, request);
        if (fault !== undefined) faults.push(`${request.what} (${request.body?.length ?? 0} bytes): ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: sockets }, sendInTurn));
    close();
    return faults;
  }

  const describedTargets = (): Target[] =>
    Object.entries(maker.description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
  const grow = (targets: readonly Target[]): GrownRequest[] =>
    targets.flatMap((target) => growRequests(maker, target, random));
  const withHeaders = (requests: readonly GrownRequest[], headers: Record<string, string>): GrownRequest[] =>
    requests.map((request) => ({ ...request, headers: { ...headers, ...request.headers } }));

  test('are answered by every operation and route in the common error format', async () => {
    const key = { authorization: authorization() };
    const requests = [...withHeaders(grow(describedTargets()), key), ...grow(undescribedTargets)];
    assert.ok(requests.length > 900, `only ${requests.length} requests were made`);
    assert.deepEqual(await sendAll(ready.baseUrl, requests, findFault), []);
  });

  test('with a public key are answered in the common error format', async () => {
    const { key } = await ask('POST', `/v1/projects/${ready.projectId}/public-keys`, {
      name: 'growth',
      allowedOrigins: ['https://www.example.com'],
    });
    const targets = describedTargets().filter(({ path }) => path.startsWith('/discovery/'));
    assert.ok(targets.length > 2);
    const headers = { authorization: `Bearer ${String(key)}`, origin: 'https://www.example.com' };
    // A request that once crashed the service.
    const [target] = targets.filter(({ method }) => method === 'POST');
    const path = target!.path.replaceAll(/\{\w+\}/g, ready.domain);
    const body = Buffer.from(`${'['.repeat(4_500)}${']'.repeat(4_500)}`);
    const first = { method: 'POST', path, headers: { 'content-type': 'application/json' }, body, what: 'the first' };
    assert.deepEqual(await sendAll(ready.baseUrl, withHeaders([first, ...grow(targets)], headers), findFault), []);
  });

  test('from readers and the operator cause no server error at the edge and the deployment server', async () => {
    for (const baseUrl of [ready.siteUrl, hostUrl]) {
      const { origin, host: name } = new URL(baseUrl);
      const own = withHeaders(grow(readerTargets), { host: name, origin, 'sec-fetch-site': 'same-origin' });
      assert.deepEqual(await sendAll(baseUrl, own, findReaderFault), [], baseUrl);
    }
    const admin = withHeaders(grow(adminTargets), { authorization: `Bearer ${adminToken}` });
    assert.deepEqual(await sendAll(hostUrl, admin, findReaderFault), []);
  });

  test('as code host events with a valid signature cause no server error', async () => {
    const remote = await ask('POST', '/v1/projects', { name: 'Hooked', repository: 'https://github.com/owner/docs' });
    const { url, secret } = await ask('POST', `/v1/projects/${String(remote['id'])}/code-host-hooks`, {});
    const { pathname } = new URL(String(url));
    const signed = growths.map((growth): GrownRequest => {
      const body = Buffer.from(`{"action":"created","comment":${growJson(growth, random)}}`);
      const signature = `sha256=${createHmac('sha256', String(secret)).update(body).digest('hex')}`;
      const headers = {
        'content-type': 'application/json',
        'x-github-event': 'issue_comment',
        'x-hub-signature-256': signature,
      };
      return { method: 'POST', path: pathname, headers, body, what: `hook: ${growth}` };
    });
    assert.deepEqual(await sendAll(ready.baseUrl, signed, findFault), []);
  });

  test('that push oversized files don’t make the deployment fail with an internal error', async () => {
    const files = [
      ['docs.json', growJson('depth', random)],
      [
        'api/openapi.json',
        `{"openapi":"3.1.0","info":${growJson('depth', random)},"paths":${growJson('width', random)}}`,
      ],
      ['api/openapi.yaml', `openapi: 3.1.0\npaths: ${'['.repeat(5_000)}\n`],
      [
        'deep.mdx',
        `---\ntitle: ${'['.repeat(5_000)}\n---\n${'<div>'.repeat(5_000)}{${'('.repeat(5_000)}\n${'>'.repeat(5_000)}`,
      ],
      ['wide.mdx', `# Wide\n\n${'[a](b) '.repeat(5_000)}\n\n|${'a|'.repeat(2_000)}\n|${'-|'.repeat(2_000)}`],
      ['long.mdx', `# ${'a'.repeat(200_000)}\n\n\`${'b'.repeat(200_000)}\``],
      ['picture.svg', `<svg>${'<g>'.repeat(20_000)}`],
      ['snippets/data.json', growJson('depth', random)],
    ].map(([path, content]) => ({ path, content }));
    await ask('POST', '/v1/repositories', { name: 'grown' });
    await ask('POST', '/v1/repositories/grown/commits', { message: 'Grown', files });
    const project = await ask('POST', '/v1/projects', { name: 'Grown', repository: `${ready.baseUrl}/git/grown.git` });
    const { statusId } = await ask('POST', `/v1/project/update/${String(project['id'])}`);
    const ended = await until(
      () => ask('GET', `/v1/project/update-status/${String(statusId)}`),
      ({ status }) => status !== 'queued' && status !== 'in_progress',
    );
    assert.notEqual(ended['errorCode'], 'internal', JSON.stringify(ended));
  });

  test('leave no secret in error responses and logs', async () => {
    const secrets = { authorization: `Bearer ${canary}`, cookie: `docwright.session_token=${canary}` };
    const hide = ({ method, path }: Target): GrownRequest => ({
      method,
      path: `${path.replaceAll(/\{\w+\}/g, 'missing')}?token=${canary}&signature=${canary}&docwright_preview=${canary}&code=${canary}`,
      headers: { ...secrets, 'content-type': 'application/json', 'x-api-key': canary },
      body: Buffer.from(
        `{"password":["${canary}"],"newPassword":{"a":"${canary}"},"token":"${canary}","apiKey":["${canary}"],"secret":"${canary}"}`,
      ),
      what: `${method} ${path}`,
    });
    const holdsSecret = ({ status, text, headers }: FuzzAnswer): string | undefined => {
      const reported = `${text} ${JSON.stringify(headers)}`;
      return status >= 400 && reported.includes(canary) ? `${status} ${reported}` : undefined;
    };
    const ofService = [...describedTargets(), ...undescribedTargets].map(hide);
    assert.deepEqual(await sendAll(ready.baseUrl, ofService, holdsSecret), []);
    for (const baseUrl of [ready.siteUrl, hostUrl])
      assert.deepEqual(await sendAll(baseUrl, [...readerTargets, ...adminTargets].map(hide), holdsSecret), []);
    for (const name of ['data/docwright.log', 'up.log', 'host.log']) {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n');
      assert.deepEqual(
        lines.filter((line) => line.includes(canary)),
        [],
        name,
      );
    }
  });

  test('end no process and cause no uncaught error', async () => {
    assert.equal(await readStart(), startedAt);
    for (const { pid } of [service, host]) process.kill(pid, 0);
    const faults = /^docwright_request_faults_total (\d+)$/m.exec(await readMetrics())?.[1];
    assert.equal(faults, '0', 'their stacks are in the log');
    assert.equal((await fetch(`${hostUrl}/`)).status, 200);
    assert.equal((await fetch(ready.siteUrl)).status, 200);
  });

  /** Creates the objects that requests refer to, so that the requests get past the lookup. */
  async function createObjects(): Promise<KnownValues> {
    const { projectId, domain, baseUrl } = ready;
    const { jobs } = (await ask('GET', `/v2/agent/${projectId}/jobs`)) as { jobs: { id: string }[] };
    const exported = (await ask('GET', '/v1/static-export/jobs')) as { jobs: { jobId: string }[] };
    const spare = await ask('POST', '/v1/projects', { name: 'Spare', repository: `${baseUrl}/git/example-docs.git` });
    const gone = { name: ['gone'], projectId: ['proj_gone'], id: ['gone'] };
    const destructive = [
      'deleteProject',
      'deleteRepository',
      'rollApiKey',
      'revokeApiKey',
      'revokeRepositoryLinks',
      'signOut',
    ];
    return {
      projectId: [projectId, spare['id']],
      id: jobs.map(({ id }) => id),
      jobId: exported.jobs.map(({ jobId }) => jobId),
      otherJobId: exported.jobs.map(({ jobId }) => jobId),
      name: ['example-docs'],
      repository: ['example-docs.git'],
      domain: [domain],
      branch: ['main'],
      version: ['1'],
      model: ['builtin/rules-1'],
      wait: [1],
      'projectIds[]': [projectId],
      'createRepository.name': ['notes'],
      'createCodeHost.kind': ['gitea'],
      'createCodeHost.webUrl': ['http://127.0.0.1:9'],
      'updateOrganization.plan': ['enterprise'],
      'updateProject.projectId': [spare['id']],
      'setProjectModels.projectId': [spare['id']],
      // Otherwise, all projects would use another provider, and testing the models would call it.
      'setOrganizationModels.provider': ['builtin'],
      'sendMcpMessage.jsonrpc': ['2.0'],
      'sendMcpMessage.method': ['tools/call'],
      kind: ['github'],
      service: ['git-upload-pack'],
      ...Object.fromEntries(
        destructive.flatMap((id) => Object.entries(gone).map(([name, values]) => [`${id}.${name}`, values])),
      ),
    };
  }
});

function findFault({ status, headers, text }: FuzzAnswer): string | undefined {
  // `npm test` builds the dashboard, but it may be missing if only this file is run.
  if (status === 503 && text.includes('The dashboard is not built')) return undefined;
  if (status >= 500) return `${status} ${text.slice(0, 500)}`;
  const requestId = String(headers['x-request-id']);
  if (!/^req_[0-9A-Za-z]{20}$/.test(requestId)) return `${status} without a request ID: ${text.slice(0, 500)}`;
  if (status < 400 || headers['content-type']?.startsWith('application/json') !== true) return undefined;
  const { error, code, requestId: reported } = JSON.parse(text) as Record<string, unknown>;
  return typeof error === 'string' && typeof code === 'string' && reported === requestId
    ? undefined
    : `${status} in another shape: ${text.slice(0, 500)}`;
}

/** Finds a server error, except for the 503 with `Retry-After` of an edge whose queues or budgets are full. */
function findReaderFault({ status, headers, text }: FuzzAnswer): string | undefined {
  if (status < 500 || (status === 503 && headers['retry-after'] !== undefined)) return undefined;
  return `${status} ${text.slice(0, 500)}`;
}
