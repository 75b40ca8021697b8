import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations, type Operation } from '@docwright/contract';
import { deprecationHeaders, findDeprecatedFields } from './deprecation.ts';

const deprecated = { since: '2027-03-01', sunset: '2028-03-01', instead: 'Use `POST /v3/exports`.' };

test('a deprecated operation’s headers contain the date of its deprecation and the date until which it is available', () => {
  assert.deepEqual(deprecationHeaders({ deprecated }, {}), {
    deprecation: '@1803859200',
    sunset: 'Wed, 01 Mar 2028 00:00:00 GMT',
    link: '</docs/operate/upgrade#compatibility-policy>; rel="deprecation"; type="text/html"',
  });
  assert.deepEqual(deprecationHeaders({}, {}), {});
});

test('a deprecated operation’s headers link to its successor, with the request’s parameters', () => {
  const successor = '/v2/agent/{projectId}/job/{id}';
  const params = { projectId: 'proj_1', id: '>; rel="x"\r\n/ä' };
  const { link } = deprecationHeaders({ deprecated: { ...deprecated, successor } }, params);
  assert.equal(
    link?.split(', ')[1],
    '</v2/agent/proj_1/job/%3E%3B%20rel%3D%22x%22%0D%0A%2F%C3%A4>; rel="successor-version"',
  );
  const long = deprecationHeaders({ deprecated: { ...deprecated, successor } }, { ...params, id: 'x'.repeat(15_000) });
  assert.doesNotMatch(long['link'] ?? '', /successor/);
});

test('a successor is an operation with the same method and parameters that isn’t deprecated', () => {
  const all = Object.values<Operation>(operations);
  for (const { method, path, deprecated: end } of all) {
    if (end?.successor === undefined) continue;
    const next = all.find((operation) => operation.path === end.successor && operation.method === method);
    assert.ok(next !== undefined && next.deprecated === undefined, path);
    const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assert.deepEqual(names(end.successor), names(path));
  }
});

test('an operation is available for at least a year after its deprecation', () => {
  const years = Object.values<Operation>(operations).flatMap(({ path, deprecated: end }) =>
    end === undefined ? [] : [{ path, days: (Date.parse(end.sunset) - Date.parse(end.since)) / 86_400_000 }],
  );
  assert.deepEqual(
    years.filter(({ days }) => days < 365),
    [],
  );
});

test('deprecated fields in a body are found', () => {
  assert.deepEqual(
    findDeprecatedFields(operations.startStaticExport.body, { domain: 'a.example', allowProtected: true }),
    ['allowProtected'],
  );
  assert.deepEqual(
    findDeprecatedFields(operations.startStaticExport.body, { domain: 'a.example', access: 'included' }),
    [],
  );
  assert.deepEqual(findDeprecatedFields(operations.startStaticExport.body, null), []);
});
