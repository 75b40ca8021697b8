import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations, type Operation } from '@docwright/contract';
import { deprecationHeaders, findDeprecatedFields } from './deprecation.ts';

const deprecated = { since: '2027-03-01', sunset: '2028-03-01', instead: 'Use `POST /v3/exports`.' };

test('a deprecated operation states the date of its deprecation and the date until which it is available', () => {
  assert.deepEqual(deprecationHeaders({ deprecated }), {
    deprecation: '@1803859200',
    sunset: 'Wed, 01 Mar 2028 00:00:00 GMT',
    link: '</docs/operate/upgrade#compatibility-policy>; rel="deprecation"; type="text/html"',
  });
  assert.deepEqual(deprecationHeaders({}), {});
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

test('deprecated fields are found if a body has them', () => {
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
