import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { errorsOf, operations, type ErrorCode, type OperationId } from '@docwright/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { invite, setUpOwner } from '../accounts/browser.ts';
import {
  makeRequest,
  type Description,
  type FuzzRequest,
  type KnownValues,
  type Maker,
  type Target,
} from './fuzz/make-request.ts';
import { Random } from '../../scripts/random.ts';
import { isFullRun, isSelection, testSeed } from '../../scripts/sample-rows.ts';
import { createSender, type FuzzAnswer } from './fuzz/send-request.ts';
import { undescribedTargets } from './fuzz/undescribed-routes.ts';
import { sendWhenAvailable, startTestService, until, type TestService } from './test-service.ts';

/**
 * The default number of requests; `FUZZ_REQUESTS` overrides it. Each run has a different seed, and therefore sends
 * different requests.
 */
const usualCount = isFullRun ? (isSelection ? 8_000 : 4_000) : 800;
const requestCount = Number(process.env['FUZZ_REQUESTS'] ?? usualCount);
const sockets = 12;
/** Number of faults after which the run ends, because more would reveal nothing new. */
const maxFaults = 20;
const documentId = 'https://docwright.invalid/openapi.json';

/** Internals of our code or of its dependencies; no hostile value contains them. */
const leak =
  /node_modules|\.[jt]s:\d|\n\s+at |"stack"|relation "|syntax error at|invalid input syntax|byte sequence|violates/;

/** The headers of three callers: a key with all permissions, a person with read access, and an anonymous caller. */
type Caller = Readonly<Record<string, string>>;

describe(`invalid and hostile requests (seed ${testSeed})`, () => {
  let service: TestService;
  let maker: Maker;
  let callers: readonly Caller[];
  const validators = new Map<string, ValidateFunction>();
  const ajv = addFormats.default(new Ajv2020({ strict: false }));

  before(async () => {
    service = await startTestService({ worker: true });
    const description: Description = (await service.request('GET', '/openapi.json', { key: null })).json;
    ajv.addSchema(description, documentId);
    maker = { description, known: await createObjects(service) };
    await service.stopWorker();
    const owner = await setUpOwner(service);
    const viewer = await invite(service, owner, { email: 'viewer@example.com', role: 'viewer' });
    const session = [...viewer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const key = { authorization: `Bearer ${service.apiKey}` };
    callers = [key, key, key, key, key, { cookie: session, origin: new URL(service.baseUrl).origin }, {}];
  });
  after(() => service.stop());

  test(`cause no server error or undocumented response in ${requestCount} requests`, async () => {
    const random = new Random(testSeed);
    const { send, close } = createSender(service.baseUrl, sockets);
    const described = Object.entries(maker.description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): Target => ({ method: method.toUpperCase(), path, operation })),
    );
    const targets = [...described, ...undescribedTargets];
    const faults: string[] = [];
    const statuses = new Map<number, number>();
    let sent = 0;
    const sendNext = async (): Promise<void> => {
      const number = (sent += 1);
      const target = targets[number % targets.length]!;
      const made = makeRequest(maker, target, random);
      const request = { ...made, headers: { ...random.oneOf(callers), ...made.headers } };
      const wrongMethod = random.chance(0.02) ? { method: random.oneOf(['PUT', 'DELETE', 'PROPFIND', 'OPTIONS']) } : {};
      const answer = await sendWhenAvailable(
        () => send({ ...request, ...wrongMethod }),
        ({ headers }) => headers['retry-after'],
      ).catch((error: Error) => error);
      const fault =
        answer instanceof Error ? answer.message : findFault(answer, wrongMethod.method ? undefined : target);
      if (fault !== undefined) faults.push(`request ${number}: ${fault}\n${describeRequest(request)}`);
      if (!(answer instanceof Error)) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    };
    const sendInTurn = async (): Promise<void> => {
      for (;;) {
        if (sent >= requestCount || faults.length >= maxFaults) return;
        await sendNext();
      }
    };
    await Promise.all(Array.from({ length: sockets }, sendInTurn));
    close();
    assert.ok(faults.length === 0, `seed ${testSeed}:\n\n${faults.join('\n\n')}`);
    // Otherwise, the test would pass with a rejected key.
    const common = [200, 400, 401, 403, 404];
    for (const status of isFullRun ? [...common, 201, 202, 204, 405, 415] : common)
      assert.ok((statuses.get(status) ?? 0) > 0, `no response had the status ${status}`);
  });

  /** Finds a response's fault. Without a target, every response with a documented shape is accepted. */
  function findFault(answer: FuzzAnswer, target: Target | undefined): string | undefined {
    const { status, headers, text } = answer;
    // On a busy machine, the service may be temporarily unready.
    const isUnready = status === 503 && target?.path === '/readyz';
    if (status >= 500 && !isUnready) return `${status} ${text}`;
    if (leak.test(text) || text.includes(service.dataDir)) return `it reveals internals: ${text.slice(0, 2_000)}`;
    if (!/^req_[0-9A-Za-z]{20}$/.test(String(headers['x-request-id']))) return 'it has no request ID';
    const media = headers['content-type']?.split(';')[0] ?? '';
    // An unready service responds with its checks instead of an error.
    if (status >= 400 && media === 'application/json' && !isUnready) {
      const wrong = findWrongShape(text, String(headers['x-request-id']));
      if (wrong !== undefined) return `${wrong}: ${text.slice(0, 2_000)}`;
    }
    return target !== undefined && target.operation.operationId in operations
      ? findUndocumented(answer, target, media)
      : undefined;
  }

  function findUndocumented({ status, text }: FuzzAnswer, target: Target, media: string): string | undefined {
    const id = target.operation.operationId as OperationId;
    const documented = target.operation.responses[String(status)];
    if (documented === undefined) return `${id} does not document ${status}: ${text.slice(0, 500)}`;
    if (documented.content === undefined) return text === '' ? undefined : `${id} has no body with ${status}`;
    if (!(media in documented.content)) return `${id} does not document ${media} with ${status}`;
    if (media !== 'application/json') return undefined;
    const json: unknown = JSON.parse(text);
    const { code } = json as { readonly code?: ErrorCode };
    if (status >= 400 && code !== undefined && !errorsOf(operations[id]).includes(code))
      return `${id} does not document ${code}`;
    const validate = validatorOf(target, status, media);
    return validate(json) ? undefined : `${id}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 2_000)}`;
  }

  function validatorOf(target: Target, status: number, media: string): ValidateFunction {
    const pointer = ['paths', target.path, target.method.toLowerCase(), 'responses', status, 'content', media, 'schema']
      .map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const known = validators.get(pointer);
    if (known !== undefined) return known;
    const made = ajv.compile({ $ref: `${documentId}#/${pointer}` });
    validators.set(pointer, made);
    return made;
  }
});

function findWrongShape(text: string, requestId: string): string | undefined {
  const {
    error,
    code,
    requestId: reported,
    details,
    message = error,
    ...rest
  } = JSON.parse(text) as Record<string, unknown>;
  if (typeof error !== 'string' || typeof code !== 'string') return 'it has no error or no code';
  if (reported !== requestId) return 'its request ID differs from the header';
  if (details !== undefined && !Array.isArray(details)) return 'its details are not a list';
  // A site's search repeats the error in `message`, for clients that read this field.
  if (message !== error) return 'its message differs from its error';
  return Object.keys(rest).length === 0 ? undefined : 'it has fields that no error has';
}

/** Formats a request so that it can be repeated manually. */
const describeRequest = ({ method, path, headers, body }: FuzzRequest): string =>
  [
    `${method} ${path.slice(0, 1_000)}`,
    JSON.stringify(headers),
    JSON.stringify(body?.toString('latin1').slice(0, 1_000)),
  ].join('\n');

/** Creates an object of every kind, so that requests get past the lookup of their objects. */
async function createObjects(service: TestService): Promise<KnownValues> {
  const make = async (path: string, body: object): Promise<Record<string, never>> => {
    const answer = await service.request('POST', path, { body });
    assert.ok(answer.status < 300, answer.text);
    return answer.json;
  };
  const { projectId, domain, baseUrl } = service;
  const repository = `${baseUrl}/git/example-docs.git`;
  const job = await make(`/v2/agent/${projectId}/job`, { prompt: 'Replace "Lantern" with "Lamp" in quickstart' });
  const exported = await make('/v1/static-export/jobs', { domain });
  await until(
    () => service.request('GET', `/v2/agent/${projectId}/job/${job['id']}`),
    ({ json }) => json.status !== 'active',
  );
  await until(
    () => service.request('GET', `/v1/static-export/jobs/${exported['jobId']}`),
    ({ json }) => json.status === 'completed',
  );
  // Creates objects that the service creates only once and then reuses.
  await make(`/v2/agent/${projectId}/job/${job['id']}/preview`, {});
  await make(`/v1/static-export/jobs/${exported['jobId']}/preview`, {});
  const remote = await make('/v1/projects', { name: 'On GitHub', repository: 'https://github.com/owner/docs' });
  const spare = await make('/v1/projects', { name: 'Spare', repository });
  const waiting = await make(`/v2/agent/${spare['id']}/job`, { prompt: 'x' });
  const hook = await make(`/v1/projects/${remote['id']}/code-host-hooks`, {});
  const endpoint = await make('/v1/webhook-endpoints', { url: 'https://hooks.example.com/x' });
  const key = await make('/v1/api-keys', { name: 'spare', scopes: ['projects:read'] });
  const hookOf = { projectId: [remote['id']], id: [hook['id']] };
  const about = (ids: readonly string[], fields: KnownValues): KnownValues =>
    Object.fromEntries(ids.flatMap((id) => Object.entries(fields).map(([name, values]) => [`${id}.${name}`, values])));
  return {
    projectId: [projectId, projectId, spare['id']],
    id: [job['id'], waiting['id'], endpoint['id'], key['id']],
    jobId: [exported['jobId']],
    otherJobId: [exported['jobId']],
    endpointId: [endpoint['id']],
    name: ['Docs'],
    repository: [repository, 'example-docs.git', 'example-docs'],
    domain: [domain],
    'domains[]': ['fuzz.example.com'],
    paths: [['index']],
    branch: ['main'],
    docsFolder: ['', 'docs'],
    basePath: ['', '/docs'],
    version: ['1'],
    model: ['builtin/rules-1'],
    email: ['someone@example.com'],
    // Requests wait at most 1 s, because a job without a worker doesn't end.
    wait: [1],
    cursor: [job['id'], exported['jobId'], projectId, '1'],
    'projectIds[]': [projectId],
    'getRepository.name': ['example-docs'],
    'createRepository.name': ['docs', 'notes'],
    // Objects that others depend on aren't deleted, and no request leaves this machine.
    'createCodeHost.kind': ['gitea'],
    'createCodeHost.webUrl': ['http://127.0.0.1:9'],
    'deleteProject.projectId': ['proj_gone'],
    'revokeRepositoryLinks.name': ['example-docs'],
    'deleteRepository.name': ['gone'],
    'updateOrganization.plan': ['enterprise'],
    'testProjectModels.projectId': [remote['id']],
    'setProjectModels.projectId': [spare['id']],
    // Otherwise, all projects would use another provider, and testing the models would call it.
    'setOrganizationModels.provider': ['builtin'],
    'updateProject.projectId': [spare['id']],
    ...about(['rollApiKey', 'revokeApiKey'], { id: [key['id']] }),
    ...about(['createCodeHostHook', 'listCodeHostHooks', 'deleteCodeHostHook', 'listCodeHostEvents'], hookOf),
    ...about(['sendMcpMessage'], {
      jsonrpc: ['2.0'],
      id: [1, 'a'],
      method: ['tools/list', 'tools/call', 'tools/call', 'initialize', 'notifications/initialized'],
      params: [
        { name: 'list_projects', arguments: {} },
        { name: 'get_agent_job', arguments: { projectId, id: job['id'] } },
        { name: 'get_agent_job', arguments: { projectId: '..', id: '\0' } },
        { name: 'list_agent_jobs', arguments: { projectId, limit: 1e21, cursor: {} } },
        { name: 'search_discovery', arguments: { domain: '\ud800', query: 7 } },
      ],
    }),
    kind: ['github', 'gitlab'],
    hookId: [hook['id']],
    service: ['git-upload-pack', 'git-receive-pack'],
    number: ['1'],
  };
}
