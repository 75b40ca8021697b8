import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeRule } from './describe-rule.ts';
import { issueCauses } from './issue-causes.generated.ts';

test('each rule has a readable name and describes its finding', () => {
  assert.deepEqual(describeRule('broken-link'), {
    name: 'Broken link',
    cause: 'A link’s target isn’t a page or file of the site.',
  });
  assert.deepEqual(
    ['openapi-broken-ref', 'invalid-utf8', 'mdx-syntax'].map((code) => describeRule(code).name),
    ['OpenAPI broken reference', 'Invalid UTF-8', 'MDX syntax'],
  );
  for (const code of Object.keys(issueCauses)) {
    const { name, cause } = describeRule(code);
    assert.match(name, /^[A-Z][A-Za-z0-9 -]+$/);
    assert.match(cause ?? '', /[.:]$/, code);
  }
});

test('an unknown rule has no description', () => {
  for (const code of ['made-up', 'constructor', '__proto__']) assert.equal(describeRule(code).cause, undefined, code);
});
