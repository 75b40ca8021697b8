import assert from 'node:assert/strict';
import { readFile, glob } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { errorCodes, errorsOf, operations, type Operation, type OperationId } from '@docwright/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { startTestService, type Answer, type TestService } from './test-service.ts';

interface Description {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Record<string, Record<string, DescribedOperation>>;
}
interface DescribedOperation {
  readonly operationId: string;
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: object }> }>;
}

/** Tries of each operation. */
const runs = 40;
const documentId = 'https://docwright.invalid/openapi.json';

describe('the description is what the server does', () => {
  let service: TestService;
  let description: Description;
  let ajv: Ajv2020;

  before(async () => {
    service = await startTestService({ worker: true });
    description = (await service.request('GET', '/openapi.json', { key: null })).json;
    ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(description, documentId);
  });
  after(() => service.stop());

  /** The answer's status and body must be documented for the operation. */
  const check = (id: OperationId, operation: Operation, answer: Answer): void => {
    const json: unknown = answer.json;
    const method = operation.method.toLowerCase();
    const described = description.paths[operation.path]?.[method];
    const documented = described?.responses[String(answer.status)];
    assert.ok(documented, `${id} answered ${String(answer.status)}, which is not documented: ${answer.text}`);
    assert.match(answer.headers.get('x-request-id') ?? '', /^req_[0-9A-Za-z]{20}$/);
    const media = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
    if (documented.content === undefined) {
      assert.equal(answer.text, '');
      return;
    }
    assert.ok(media in documented.content, `${id} answered ${media}`);
    if (media !== 'application/json') return;
    const pointer = ['paths', operation.path, method, 'responses', String(answer.status), 'content', media, 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const validate = ajv.compile({ $ref: `${documentId}#/${pointer}` });
    assert.ok(validate(json), `${id}: ${ajv.errorsText(validate.errors)} in ${answer.text}`);
    if (answer.status >= 400)
      assert.ok(errorsOf(operation).includes(answer.json.code), `${id}: ${String(answer.json.code)}`);
  };

  for (const [id, operation] of Object.entries(operations) as [OperationId, Operation][]) {
    it(`${id} answers valid and invalid requests as documented`, async () => {
      await fc.assert(
        fc.asyncProperty(requestsOf(id, operation, service), async ({ path, body, headers }) => {
          const answer = await service.request(operation.method, path, {
            headers,
            ...(body !== undefined && { body }),
          });
          check(id, operation, answer);
          assert.ok(answer.status < 500, `${id}: ${answer.text}`);
        }),
        { numRuns: runs, seed: 20_261_121 },
      );
    });
  }

  it('it is OpenAPI 3.1 of version 2.0.0 and names every operation', () => {
    assert.equal(description.openapi, '3.1.0');
    assert.equal(description.info.version, '2.0.0');
    const ids = Object.values(description.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    assert.deepEqual(ids.sort(), Object.keys(operations).sort());
  });

  it('every error code that the source throws is documented, and every documented one is thrown', async () => {
    const thrown = new Set<string>();
    for await (const file of glob('packages/server/src/**/*.ts')) {
      if (file.endsWith('.test.ts')) continue;
      const source = await readFile(file, 'utf8');
      for (const [, code = ''] of source.matchAll(/new ApiError\(\s*'(\w+)'/g)) thrown.add(code);
    }
    assert.deepEqual([...thrown].sort(), Object.keys(errorCodes).sort());
  });

  it('the reference names every operation and every error code', async () => {
    const { text } = await service.request('GET', '/reference', { key: null });
    for (const id of Object.keys(operations)) assert.ok(text.includes(`id="${id}"`), id);
    for (const code of Object.keys(errorCodes)) assert.ok(text.includes(`<code>${code}</code>`), code);
  });
});

/** Requests that are right, nearly right and wrong, for paths, queries, bodies and headers. */
function requestsOf(id: OperationId, operation: Operation, service: TestService) {
  const anyId = fc.oneof(
    fc.constantFrom('missing', 'se_0', 'aj_0', "x' or 1=1", '../..', '%00', '\u{1F600}'),
    fc.string({ minLength: 1, maxLength: 300 }),
  );
  const ids = fc.record({
    projectId: fc.oneof({ weight: 3, arbitrary: fc.constant(service.projectId) }, anyId),
    jobId: anyId,
    // Revoking or deleting what the test stands on would make all that follows a 401 or 404.
    id: anyId,
    name: anyId,
  });
  const query = fc.dictionary(
    fc.constantFrom('limit', 'cursor', 'status', 'wait', 'after', 'domain', 'other'),
    fc.oneof(
      fc.constantFrom('1', '0', '-1', '101', 'active', 'queued', 'x', '', 'docs.example.com', 'a b'),
      fc.string(),
    ),
    { maxKeys: 3 },
  );
  const headers = fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    fc.constantFrom<Record<string, string>[]>(
      { 'content-type': 'text/plain' },
      { 'idempotency-key': 'k' },
      { 'idempotency-key': '' },
    ),
  );
  const projectOperations: readonly OperationId[] = ['deleteProject', 'updateProject'];
  return fc.record({ ids, query, headers, body: bodiesOf(id, operation) }).map((made) => {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, key: keyof typeof made.ids) =>
      encodeURIComponent(projectOperations.includes(id) ? made.ids.jobId : made.ids[key]),
    );
    // A dot segment would be resolved by the client, into another operation's path.
    const safe = path.split('/').map((part) => (part === '.' || part === '..' ? '%2E%2Ex' : part));
    const search = new URLSearchParams(made.query).toString();
    return { path: `${safe.join('/')}${search === '' ? '' : `?${search}`}`, body: made.body, headers: made.headers };
  });
}

function bodiesOf(id: OperationId, operation: Operation): fc.Arbitrary<unknown> {
  if (operation.body === null) return fc.constant(undefined);
  const junk = fc.oneof(fc.jsonValue(), fc.constantFrom('{', '', 'null', '[]', '{"__proto__":1}'));
  const fields = fc.dictionary(
    fc.constantFrom(
      'prompt',
      'asDraft',
      'branch',
      'domain',
      'version',
      'paths',
      'basePath',
      'name',
      'repository',
      'domains',
      'scopes',
      'expiresAt',
      'model',
      'docsFolder',
      'plan',
    ),
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string(), { maxLength: 3 })),
    { maxKeys: 4 },
  );
  return fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...validBodies(id)) }, fields, junk);
}

/** Bodies that the operation accepts; those that would take the key's own rights away are left out. */
function validBodies(id: OperationId): unknown[] {
  switch (id) {
    case 'createAgentJob':
    case 'sendAgentJobMessage':
      return [{ prompt: 'Replace "Meadow" with "Field" in index' }, { prompt: 'x', asDraft: true, branch: 'main' }];
    case 'startStaticExport':
      return [
        { domain: 'docs.example.com' },
        { domain: 'docs.example.com', paths: ['index'], version: '1', strict: true },
      ];
    case 'startProjectStaticExport':
      return [{}, { basePath: '/docs' }];
    case 'createProject':
      return [
        { name: 'P', repository: 'local:example-docs' },
        { name: 'P', repository: 'https://github.com/a/b', features: {} },
      ];
    case 'updateProject':
      return [{ name: 'P' }, {}];
    case 'createApiKey':
      return [{ name: 'k' }, { name: 'k', scopes: ['projects:read'], expiresAt: '2099-01-01T00:00:00.000Z' }];
    case 'updateOrganization':
      return [{ name: 'O' }, { plan: 'enterprise' }];
    case 'createRepository':
      return [{ name: 'r' }, { name: 'r2', defaultBranch: 'trunk' }];
    default:
      return [{}];
  }
}
