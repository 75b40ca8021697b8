import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDefinition } from './read-definition.ts';

const valid = 'name: Links\nkind: fix-links\ntrigger: { type: event }\n';
const read = (text: string): string => {
  const definition = readDefinition('a.yaml', text);
  return definition.kind === 'valid' ? 'valid' : `${definition.problem.line}: ${definition.problem.message}`;
};

describe('an automation file', () => {
  test('defines an automation with the fields of the API', () => assert.equal(read(valid), 'valid'));

  for (const [what, text, expected] of [
    ['equal keys', `${valid}limits: {}\nname: Other\n`, /^5: The key occurs twice\. Delete one of them\.$/],
    ['equal keys in a field', `${valid}limits: { a: 1, a: 2 }\n`, /^4: The key occurs twice/],
    ['an alias', `${valid}limits: &a {}\nnotify: *a\n`, /^5: Aliases aren’t supported/],
    ['deep nesting', '['.repeat(5_000), /^1: The file is not valid YAML: /],
    [
      'deep nesting in a field',
      `${valid}limits: ${'['.repeat(200)}${']'.repeat(200)}\n`,
      /^4: `limits` must be object/,
    ],
    ['NUL', `${valid}instructions: "\\0"\n`, /^4: `instructions` must not contain the character NUL/],
    ['an infinite number', `${valid}limits: { runsPerDay: 1e999 }\n`, /^4: `limits\.runsPerDay` must be <= 500/],
    ['a large number', `${valid}limits: { runsPerDay: 2147483648 }\n`, /^4: `limits\.runsPerDay` must be <= 500/],
    ['a key that is a list', `${valid}? [a]\n: b\n`, /is not a setting of automations/],
    ['the key __proto__', `${valid}__proto__: {}\n`, /^4: `__proto__` is not a setting of automations/],
    ['thousands of keys', Array.from({ length: 2_000 }, (_, index) => `k${index}:`).join('\n'), /^1: `k0` is not/],
    ['no content', '', /^1: The file must be object, but is null\.$/],
  ] as const)
    test(`with ${what} is reported as a problem with its line`, () => assert.match(read(text), expected));
});
