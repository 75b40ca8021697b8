import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFrontmatter } from './read-frontmatter.ts';

test('invalid frontmatter still shows that a page has groups', () => {
  for (const text of [
    '---\ntitle: x: y\n"groups": [a\n---\n',
    '---\ngroups: [a]\ntitle: Twice\ngroups: [b]\n---\n',
    '---\ntitle: No end\ngroups: [a]\n\nText.\n',
    `---\ngroups: [a]\nnotes: ${'x'.repeat(1024 * 1024)}\n---\n`,
  ]) {
    const { fields, problem } = readFrontmatter(text);
    assert.ok(problem !== undefined && Object.hasOwn(fields, 'groups'), text.slice(0, 40));
  }
});

test('a first line of dashes that doesn’t begin frontmatter is part of the page’s text', () => {
  for (const text of ['---\nNote: a text.\n', '----\ntitle: a\n----\n', '---\n'])
    assert.deepEqual(readFrontmatter(text), { fields: {}, body: text, lines: 0, problem: undefined });
});

test('merge keys are resolved, as in other parsers of the format', () => {
  assert.deepEqual(readFrontmatter('---\n<<: { groups: [a] }\n---\n').fields['groups'], ['a']);
});
