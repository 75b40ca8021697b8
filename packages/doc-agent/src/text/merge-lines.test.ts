import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { markDifferences, mergeLines } from './merge-lines.ts';

const base = 'a\nb\nc\nd\ne\nf\n';

test('changes to different lines are both in the result', () => {
  const merged = mergeLines(base, { ours: base.replace('b', 'B'), theirs: base.replace('e', 'E') });
  assert.deepEqual(merged, { text: 'a\nB\nc\nd\nE\nf\n', conflicts: 0 });
});

test('identical changes from both sides are applied once', () => {
  const both = base.replace('b', 'B').replace('f\n', 'f\ng\n');
  assert.deepEqual(mergeLines(base, { ours: both, theirs: both }), { text: both, conflicts: 0 });
});

test('different changes to a line are a conflict that contains both', () => {
  const merged = mergeLines(base, { ours: base.replace('b', 'ours'), theirs: base.replace('b', 'theirs') });
  assert.equal(merged.conflicts, 1);
  assert.equal(merged.text, 'a\n<<<<<<< draft\nours\n=======\ntheirs\n>>>>>>> branch\nc\nd\ne\nf\n');
});

test('without a common ancestor, all lines that differ are between markers', () => {
  assert.equal(
    markDifferences({ ours: 'a\nb\nc\n', theirs: 'a\nB\nc\nd' }),
    'a\n<<<<<<< draft\nb\n=======\nB\n>>>>>>> branch\nc\n<<<<<<< draft\n=======\nd\n>>>>>>> branch\n',
  );
});

test('line endings, tabs, a byte-order mark and a missing final newline are preserved', () => {
  const text = '\ufeffa\r\n\tb\r\nc\r\nd\r\ne';
  const merged = mergeLines(text, { ours: text.replace('\tb', '\tB'), theirs: text.replace('d\r\ne', 'd\r\nE') });
  assert.deepEqual(merged, { text: '\ufeffa\r\n\tB\r\nc\r\nd\r\nE', conflicts: 0 });
});

test('if only one side changed the text, the result is that side’s text', () => {
  const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'd')).map((lines) => lines.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      assert.deepEqual(mergeLines(before, { ours: after, theirs: before }), { text: after, conflicts: 0 });
      assert.deepEqual(mergeLines(before, { ours: before, theirs: after }), { text: after, conflicts: 0 });
    }),
  );
});

/** Three versions of text with distinct lines, so that every line names its version. */
const versions = fc
  .record({
    base: fc.array(fc.nat(5), { maxLength: 12 }),
    ours: fc.array(fc.tuple(fc.nat(12), fc.nat(2)), { maxLength: 4 }),
    theirs: fc.array(fc.tuple(fc.nat(12), fc.nat(2)), { maxLength: 4 }),
  })
  .map(({ base: length, ours, theirs }) => {
    const lines = length.map((_, index) => `base ${index}\n`);
    const change = (name: string, edits: readonly (readonly [number, number])[]): string => {
      const changed = [...lines];
      for (const [index, [at, remove]] of edits.entries()) changed.splice(at, remove, `${name} ${index}\n`);
      return changed.join('');
    };
    return { base: lines.join(''), ours: change('ours', ours), theirs: change('theirs', theirs) };
  });

test('no line that a side added is lost in random merges', () => {
  fc.assert(
    fc.property(versions, (one) => {
      const merged = mergeLines(one.base, one).text;
      for (const side of [one.ours, one.theirs])
        for (const line of side.split('\n'))
          if (!line.startsWith('base')) assert.ok(merged.split('\n').includes(line), line);
    }),
  );
});

test('if git merges random text without conflicts, the result is the same', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-merge-'));
  try {
    fc.assert(
      fc.property(versions, (one) => {
        for (const [name, text] of Object.entries(one)) writeFileSync(join(folder, name), text);
        const merged = mergeLines(one.base, one);
        if (merged.conflicts > 0) return;
        const git = execFileSync('git', ['merge-file', '-p', 'ours', 'base', 'theirs'], {
          cwd: folder,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        assert.equal(merged.text, git);
      }),
      { numRuns: 60 },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
