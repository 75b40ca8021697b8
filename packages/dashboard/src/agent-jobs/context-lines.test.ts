import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  choicesOf,
  noContext,
  rangeOf,
  toPieces,
  withLines,
  type ContextLines,
  type Direction,
  type Gap,
} from './context-lines.ts';
import { parseDiff, type FileDiff } from '@docwright/highlight/parse-diff';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index + 1}`);
const toText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-context-'));
});
after(() => rmSync(folder, { recursive: true }));

/** Returns a file's diff, in git's format. */
function diffOf(old: string, now: string): FileDiff {
  writeFileSync(join(folder, 'old'), old);
  writeFileSync(join(folder, 'now'), now);
  let diff = '';
  try {
    execFileSync('git', ['diff', '--no-index', '--no-color', '-U3', 'old', 'now'], { cwd: folder, stdio: 'pipe' });
  } catch (error) {
    diff = String((error as { stdout: Buffer }).stdout);
  }
  const [file] = parseDiff(diff);
  return { ...(file ?? assert.fail()), change: 'modified' };
}

/** Returns the service's response for a range. */
const answerOf = (lines: readonly string[], { from, to }: { from: number; to: number }) => ({
  from,
  lines: lines.slice(from - 1, to),
  total: lines.length,
});
const gapsOf = (file: FileDiff, context: ContextLines): Gap[] =>
  toPieces(file, context).flatMap(({ gap }) => gap ?? []);
const gapAt = (at: number, file: FileDiff, context: ContextLines): Gap =>
  gapsOf(file, context).find((gap) => gap.at === at) ?? assert.fail();

function fetch(file: FileDiff, lines: readonly string[], context: ContextLines, request: [Gap, Direction, number]) {
  const [gap, direction, count] = request;
  const answer = answerOf(lines, rangeOf(gap, direction, count));
  return withLines(file, context, { gap, direction, answer });
}

describe('lines around the hunks of a diff', () => {
  const old = numbered(100);
  const now = old.with(29, 'Changed').toSpliced(69, 0, 'Added', 'Too');
  let file: FileDiff;
  before(() => {
    file = diffOf(toText(old), toText(now));
  });

  test('are hidden before, between and after hunks', () => {
    assert.deepEqual(gapsOf(file, noContext), [
      { at: 0, from: 1, to: 26 },
      { at: 1, from: 34, to: 66 },
      { at: 2, from: 75, to: undefined },
    ]);
  });

  test('join the hunk at the requested end of the gap, with both line numbers', () => {
    const [first, middle] = [gapAt(0, file, noContext), gapAt(1, file, noContext)];
    const above = fetch(file, now, noContext, [first, 'before', 20]) ?? assert.fail();
    const both = fetch(file, now, above, [middle, 'after', 20]) ?? assert.fail();
    assert.deepEqual(gapsOf(file, both), [
      { at: 0, from: 1, to: 6 },
      { at: 1, from: 54, to: 66 },
      { at: 2, from: 75, to: 102 },
    ]);
    const lines = toPieces(file, both)[1]?.hunk?.lines ?? [];
    assert.deepEqual([lines[0]?.text, lines.at(-1)?.text], ['Line 7', 'Line 53']);
    const last = gapAt(2, file, both);
    const behind = fetch(file, now, both, [last, 'after', 1]) ?? assert.fail();
    const line = toPieces(file, behind).at(-2)?.hunk?.lines.at(-1);
    assert.deepEqual([line?.text, line?.oldNumber, line?.newNumber], ['Line 73', 73, 75]);
  });

  test('merge two hunks once nothing is hidden between them', () => {
    const middle = gapAt(1, file, noContext);
    const some = fetch(file, now, noContext, [middle, 'before', 13]) ?? assert.fail();
    const rest = gapAt(1, file, some);
    const all = fetch(file, now, some, [rest, 'after', 5000]) ?? assert.fail();
    const pieces = toPieces(file, all);
    assert.deepEqual(
      pieces.map(({ gap }) => gap?.at),
      [0, undefined, 2],
    );
    assert.deepEqual(
      pieces[1]?.hunk?.lines.flatMap(({ newNumber }) => newNumber ?? []),
      Array.from({ length: 48 }, (_, index) => index + 27),
    );
  });

  test('aren’t accepted from a file that has changed', () => {
    const [first, middle] = [gapAt(0, file, noContext), gapAt(1, file, noContext)];
    const last = gapAt(2, file, noContext);
    const moved = ['New', ...now];
    assert.equal(fetch(file, moved, noContext, [first, 'before', 20]), undefined);
    assert.equal(fetch(file, moved, noContext, [middle, 'after', 20]), undefined);
    assert.equal(fetch(file, moved, noContext, [last, 'after', 20]), undefined);
    assert.equal(fetch(file, now.slice(0, 50), noContext, [middle, 'after', 5]), undefined, 'the file is too short');
    const some = fetch(file, now, noContext, [first, 'before', 5]) ?? assert.fail();
    const longer = [...now, 'New'];
    assert.equal(fetch(file, longer, some, [gapAt(0, file, some), 'before', 5]), undefined);
  });
});

test('for random changes and requests, the fetched lines and the diff form the complete file', () => {
  // A Lehmer generator, which produces the same cases each time.
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 40; round += 1) {
    const old = numbered(random(120) + 1);
    let now = old;
    for (let edits = random(5) + 1; edits > 0; edits -= 1) {
      now = now.toSpliced(random(now.length + 1), random(4), ...numbered(random(4)).map((line) => `New ${line}`));
    }
    if (now.join('\n') === old.join('\n') || now.length === 0) continue;
    const file = diffOf(toText(old), toText(now));
    let context = noContext;
    for (let gaps = gapsOf(file, context); gaps.length > 0; gaps = gapsOf(file, context)) {
      const gap = gaps[random(gaps.length)] ?? assert.fail();
      const choices = choicesOf(gap, gap.at === file.hunks.length);
      const choice = choices[random(choices.length)] ?? assert.fail('a gap without any buttons');
      context = fetch(file, now, context, [gap, choice.direction, Math.min(choice.count, 7)]) ?? assert.fail();
    }
    const pieces = toPieces(file, context);
    assert.equal(pieces.length, 1);
    const lines = pieces[0]?.hunk?.lines ?? [];
    for (const [side, whole] of [
      ['oldNumber', old],
      ['newNumber', now],
    ] as const) {
      const own = lines.filter((line) => line[side] !== undefined);
      assert.deepEqual(
        own.map(({ text }) => text),
        whole,
      );
      assert.deepEqual(
        own.map((line) => line[side]),
        whole.map((_, index) => index + 1),
      );
    }
  }
});

test('no lines are hidden after the end of a file or in added and deleted files', () => {
  const gaps = (old: string, now: string) => gapsOf(diffOf(old, now), noContext).map(({ at }) => at);
  assert.deepEqual(gaps('a\nb\nc\n', 'a\nB\nc\n'), []);
  assert.deepEqual(gaps('a\nb\nc\nd\ne\n', 'a\nB\nc\nd\ne\n'), [1], 'three lines follow: there may be more');
  assert.deepEqual(gaps('a\nb\nc\nd', 'A\nb\nc\nd'), [], 'the last line has no end');
  const file = diffOf(toText(numbered(9)), toText(numbered(9).with(0, 'New')));
  for (const change of ['added', 'deleted'] as const) assert.deepEqual(gapsOf({ ...file, change }, noContext), []);
  const end = withLines(file, noContext, {
    gap: { at: 1, from: 5, to: undefined },
    direction: 'after',
    answer: { from: 4, lines: ['Line 4'], total: 4 },
  });
  assert.deepEqual(gapsOf(file, end ?? assert.fail()), []);
});

test('a short gap can be shown in one step, a long gap in one step or in parts, and a huge gap only in parts', () => {
  const namesOf = (gap: Gap, isLast = false) => choicesOf(gap, isLast).map(({ name }) => name);
  assert.deepEqual(namesOf({ at: 1, from: 10, to: 29 }), ['Show 20 lines']);
  assert.deepEqual(namesOf({ at: 1, from: 10, to: 10 }), ['Show 1 line']);
  assert.deepEqual(namesOf({ at: 1, from: 10, to: 99 }), [
    'Show 20 lines after line 9',
    'Show 20 lines before line 100',
    'Show all 90 lines',
  ]);
  assert.deepEqual(namesOf({ at: 0, from: 1, to: 99 }), ['Show 20 lines before line 100', 'Show all 99 lines']);
  assert.deepEqual(namesOf({ at: 2, from: 10, to: undefined }, true), [
    'Show 20 lines after line 9',
    'Show all lines that follow',
  ]);
  assert.deepEqual(namesOf({ at: 2, from: 10, to: 99 }, true), ['Show 20 lines after line 9', 'Show all 90 lines']);
  assert.deepEqual(namesOf({ at: 1, from: 10, to: 9999 }).length, 2);
});
