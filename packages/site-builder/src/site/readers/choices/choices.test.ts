import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  admits,
  applyEdits,
  meets,
  type AccessRule,
  type Audience,
  type Condition,
} from '@docwright/site-access/rules';
import fc from 'fast-check';
import { Choices } from './choices.ts';
import { TooManyOutcomes } from './conditions.ts';
import { MismatchedMarks, separateEdits } from './separate-edits.ts';

const names = ['a', 'b', 'c', 'd'];
const ruleOf = (...groups: string[]): AccessRule => ({
  groupSets: groups.map((name) => ({ includes: [name], excludes: [] })),
});
const [a, b] = [[ruleOf('a')], [ruleOf('b')]];
const readers: readonly Audience[] = [
  { isSignedIn: false, groups: new Set() },
  ...Array.from({ length: 2 ** names.length }, (_, bits) => ({
    isSignedIn: true,
    groups: new Set(names.filter((_name, index) => (bits & (1 << index)) !== 0)),
  })),
];

function seenBy(marked: string, choices: Choices, audience: Audience, known?: Condition): string {
  const { bytes, edits } = separateEdits(marked, choices, known);
  return Buffer.from(applyEdits(bytes, edits, audience)).toString();
}

test('text without pieces is stored unchanged', () => {
  const { bytes, edits } = separateEdits('plain ü', new Choices());
  assert.equal(Buffer.from(bytes).toString(), 'plain ü');
  assert.deepEqual(edits, []);
});

test('adjacent pieces with the same condition are one edit', () => {
  const choices = new Choices();
  const { bytes, edits } = separateEdits(`ü${choices.piece(a, 'one')}${choices.piece(a, 'two')}!`, choices);
  assert.equal(Buffer.from(bytes).toString(), 'ü!');
  assert.deepEqual(
    edits.map(({ at, remove, choices: all }) => [at, remove, all.map(({ insert }) => Buffer.from(insert).toString())]),
    [[2, 0, ['onetwo']]],
  );
});

test('a file for readers who meet a condition stores their text, without an edit for the condition', () => {
  const choices = new Choices();
  const { bytes, edits } = separateEdits(`${choices.piece(a, 'A', '-')}${choices.piece(b, 'B', '-')}`, choices, a);
  assert.equal(Buffer.from(bytes).toString(), 'A-');
  assert.equal(edits.length, 1);
});

test('marks from a source are rejected', () => {
  for (const text of ['\uFDD0', '\uFDD07\uFDD1x\uFDD2\uFDD1\uFDD3', '\uFDD0\uFDD1', '\uFDD0x\uFDD1\uFDD3'])
    assert.throws(() => separateEdits(text, new Choices()), MismatchedMarks, JSON.stringify(text));
});

test('shared text with marks from a source is rejected, and shared text can contain other shared text', () => {
  const choices = new Choices();
  const shared = choices.share('\uFDD0&0\uFDD1\uFDD3');
  assert.throws(() => separateEdits(shared, choices), MismatchedMarks);
  const { bytes } = separateEdits(choices.share(`a${choices.share('b')}`), choices);
  assert.equal(Buffer.from(bytes).toString(), 'ab');
});

test('too many outcomes are rejected', () => {
  assert.throws(
    () => new Choices().explore((isMet) => names.map((name) => String(isMet([ruleOf(name)]))).join(''), 15),
    TooManyOutcomes,
  );
});

test('an exploration that tests conditions in order needs one call for each outcome, and is correct for every reader', () => {
  const choices = new Choices();
  let calls = 0;
  const order = [...names, ...names, undefined];
  const text = choices.explore((isMet) => {
    calls += 1;
    const found = order.findIndex((name) => isMet(name === undefined ? undefined : [ruleOf(name)]));
    return String(found);
  });
  assert.equal(calls, names.length + 1);
  for (const reader of readers)
    assert.equal(
      seenBy(text, choices, reader),
      String(order.findIndex((name) => name === undefined || admits(ruleOf(name), reader))),
    );
});

/** Text with pieces, and the text that a reader sees. */
interface Sample {
  readonly write: (choices: Choices) => string;
  readonly seen: (audience: Audience) => string;
}

const condition = fc.array(fc.subarray(names, { minLength: 1, maxLength: 2 }), { minLength: 0, maxLength: 3 });
const toCondition = (groups: readonly (readonly string[])[]): Condition => groups.map((one) => ruleOf(...one));

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 4 },
    fc.string({ maxLength: 3 }).map((text): Sample => ({ write: () => text, seen: () => text })),
    fc.array(tie('sample'), { maxLength: 4 }).map((parts): Sample => ({
      write: (choices) => parts.map(({ write }) => write(choices)).join(''),
      seen: (audience) => parts.map(({ seen }) => seen(audience)).join(''),
    })),
    fc
      .tuple(fc.array(fc.tuple(condition, tie('sample')), { maxLength: 3 }), tie('sample'))
      .map(([alternatives, otherwise]): Sample => ({
        write: (choices) =>
          choices.firstOf(
            alternatives.map(([groups, { write }]) => ({ when: toCondition(groups), text: write(choices) })),
            otherwise.write(choices),
          ),
        seen: (audience) =>
          (alternatives.find(([groups]) => meets(toCondition(groups), audience))?.[1] ?? otherwise).seen(audience),
      })),
    fc.array(fc.tuple(condition, fc.string({ maxLength: 2 })), { maxLength: 4 }).map((parts): Sample => {
      const decide = (isMet: (one: Condition) => boolean): string =>
        parts.map(([groups, text]) => (isMet(toCondition(groups)) ? text : '')).join('');
      return {
        write: (choices) => choices.explore((isMet) => decide(isMet)),
        seen: (audience) => decide((one) => meets(one, audience)),
      };
    }),
  ),
}));

test('every reader sees the pieces for their groups, in public files and in files with a rule', () => {
  fc.assert(
    fc.property(
      sample,
      fc.constantFrom<(Condition | undefined)[]>(undefined, a, [...a, ...b], [ruleOf('a', 'b')]),
      (one, known) => {
        const choices = new Choices();
        const marked = one.write(choices);
        for (const reader of readers)
          if (known === undefined || meets(known, reader))
            assert.equal(seenBy(marked, choices, reader, known), one.seen(reader));
      },
    ),
    { numRuns: 300 },
  );
});
