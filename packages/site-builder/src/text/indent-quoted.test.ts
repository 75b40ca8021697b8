import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSpecText } from '../site/specs/parse-spec-text.ts';
import { defaultSpecLimits } from '../site/specs/spec-limits.ts';
import { readFrontmatter } from './read-frontmatter.ts';

function read(yaml: string): unknown {
  const parsed = parseSpecText(Buffer.from(yaml), defaultSpecLimits);
  return 'value' in parsed ? parsed.value : parsed.problem;
}

describe('quoted text whose continuation isn’t indented more than its key', () => {
  for (const [name, yaml, value] of [
    [
      'at the indentation of its parent',
      'info:\n  title: "One\n  two"\n  version: 1',
      { title: 'One two', version: 1 },
    ],
    [
      'at the start of the line',
      "info:\n  title: 'It''s\none\n\nmore'\n  version: 1",
      { title: "It's one\nmore", version: 1 },
    ],
    ['in a list', 'info:\n  - "One\n  two"\n  - three', ['One two', 'three']],
    ['after an escaped quote', 'info:\n  title: "a \\"b\n  c"', { title: 'a "b c' }],
  ] as const)
    test(`is read ${name}`, () => assert.deepEqual(read(yaml), { info: value }));

  test('doesn’t affect block scalars', () => {
    const yaml = 'code: |\n  title: "open\n  more\ninfo:\n  title: "One\n  two"';
    assert.deepEqual(read(yaml), { code: 'title: "open\nmore\n', info: { title: 'One two' } });
  });

  test('is read in frontmatter, including in nested keys', () => {
    const { fields, problem } = readFrontmatter('---\nseo:\n  note: "One\n  two"\ntitle: "A\nB"\n---\n');
    assert.equal(problem, undefined);
    assert.deepEqual(fields, { seo: { note: 'One two' }, title: 'A B' });
  });

  test('is an error if the quote is never closed', () => {
    assert.match(JSON.stringify(read('info:\n  title: "One\n  version: 1')), /not YAML/);
  });
});
