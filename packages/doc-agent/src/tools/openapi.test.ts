import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareSpecs } from '../specs/compare-specs.ts';
import { readSpec } from '../specs/read-spec.ts';
import { resolvePolicy } from '../policy/policy.ts';
import { memoryCode } from '../testing/memory-code.ts';
import { toolBench } from '../testing/tool-bench.ts';

const spec = `openapi: 3.1.0
paths:
  /pages/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
    get:
      operationId: getPage
      responses: { '200': { content: { application/json: { schema: { $ref: '#/components/schemas/Page' } } } } }
    delete:
      deprecated: true
      responses: { '204': { description: Gone } }
  /pages:
    post: { operationId: createPage, responses: {} }
components:
  schemas:
    Page: { type: object, properties: { title: { type: string }, parent: { $ref: '#/components/schemas/Page' } } }
`;
const config = JSON.stringify({
  navigation: { groups: [{ group: 'API', openapi: 'api/own.json', pages: ['keys', 'GET /old'] }] },
});
const bench = toolBench(
  {
    'docs.json': config,
    'keys.mdx': '---\ntitle: Keys\nopenapi: "spec.yaml GET /pages/{pageId}"\n---\n',
    'api/own.json': JSON.stringify({ swagger: '2.0', paths: { '/own': { get: {} } } }),
    'api/openapi.yaml': spec,
  },
  resolvePolicy(),
  {
    code: [memoryCode({ 'openapi.yaml': spec, 'bomb.yaml': `a: &a [x]\n${'b: [*a]\n'.repeat(3)}`, 'notes.md': '# x' })],
  },
);
const call = (input: object) => bench.call('openapi', input);

test('openapi lists a description’s operations, in the docs folder and in a context repository', async () => {
  const expected = {
    version: '3.1.0',
    total: 3,
    operations: [
      { method: 'GET', path: '/pages/{id}', operationId: 'getPage' },
      { method: 'DELETE', path: '/pages/{id}', deprecated: true },
      { method: 'POST', path: '/pages', operationId: 'createPage' },
    ],
  };
  assert.deepEqual(await call({ op: 'list', path: 'api/openapi.yaml' }), expected);
  assert.deepEqual(await call({ op: 'list', repository: 'acme/api', path: 'openapi.yaml' }), expected);
});

test('openapi resolves the references of an operation, except references that contain themselves', async () => {
  for (const operation of ['getPage', 'get /pages/{page}']) {
    const answer = JSON.stringify(await call({ op: 'operation', path: 'api/openapi.yaml', operation }));
    assert.match(answer, /"name":"id","in":"path"/);
    assert.match(answer, /"title":\{"type":"string"\},"parent":\{"\$ref":"#\/components\/schemas\/Page"\}/);
  }
  assert.equal(await call({ op: 'operation', path: 'api/openapi.yaml', operation: 'GET /none' }), 'not_found');
});

test('openapi compares the description with pages and navigation in both directions', async () => {
  assert.deepEqual(await call({ op: 'coverage', repository: 'acme/api', path: 'openapi.yaml' }), {
    operations: 3,
    documented: 1,
    operationsWithoutPage: ['DELETE /pages/{id}', 'POST /pages'],
    pagesWithoutOperation: [
      { operation: 'GET /old', source: 'docs.json' },
      { operation: 'GET /own', source: 'api/own.json' },
    ],
  });
});

test('openapi rejects files without a description', async () => {
  for (const path of ['bomb.yaml', 'notes.md'])
    assert.equal(await call({ op: 'list', repository: 'acme/api', path }), 'invalid_json', path);
  assert.equal(await call({ op: 'list', repository: 'acme/api', path: '../x.yaml' }), 'invalid_path');
  assert.equal(await call({ op: 'list', path: 'none.yaml' }), 'not_found');
  const deep = `{"openapi":"3.0.0","paths":${'['.repeat(10_000)}`;
  assert.throws(() => readSpec(deep, 'x.json'), /nested too deeply/);
  assert.throws(() => readSpec(`openapi: 3.0.0\npaths: ${'['.repeat(10_000)}`, 'x.yaml'), /can't be read/);
});

test('a change to a description is breaking if it can make callers fail', () => {
  const make = (operation: object) =>
    readSpec(JSON.stringify({ openapi: '3.0.0', paths: { '/x': { get: operation } } }), 'x.json');
  const limit = (more: object, required = false) => ({
    parameters: [{ name: 'limit', in: 'query', required, schema: { type: 'integer', ...more } }],
  });
  const answer = (properties: object) => ({
    responses: { '200': { content: { 'application/json': { schema: { type: 'object', properties } } } } },
  });
  const table: readonly (readonly [object, object, boolean, RegExp])[] = [
    [{}, limit({}), false, /^query parameter limit was added$/],
    [{}, limit({}, true), true, /was added, required \(breaking\)/],
    [limit({}), limit({}, true), true, /is required now/],
    [limit({}, true), limit({}), false, /is optional now/],
    [limit({}), limit({ type: 'string' }), true, /from integer to string/],
    [limit({ default: 10 }), limit({ default: 20 }), false, /its default from 10 to 20/],
    [limit({ enum: [1, 2] }), limit({ enum: [1, 3] }), true, /lost the values 2/],
    [answer({ a: {} }), answer({ a: {}, b: {} }), false, /response 200\.b was added/],
    [answer({ a: {}, b: {} }), answer({ a: {} }), true, /response 200\.b was removed/],
    [{}, { deprecated: true }, false, /is deprecated/],
  ];
  for (const [before, after, breaking, detail] of table) {
    const [change, ...others] = compareSpecs(make(before), make(after));
    assert.deepEqual([change?.breaking, others.length], [breaking, 0], JSON.stringify([before, after]));
    assert.match(change?.details?.[0] ?? '', detail);
  }
  const empty = readSpec('{"openapi":"3.0.0"}', 'x.json');
  assert.deepEqual(compareSpecs(make({}), empty), [{ operation: 'GET /x', kind: 'removed', breaking: true }]);
  assert.deepEqual(compareSpecs(empty, make({})), [{ operation: 'GET /x', kind: 'added', breaking: false }]);
  assert.deepEqual(compareSpecs(make(limit({})), make(limit({}))), []);
});
