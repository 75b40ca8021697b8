import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits, type AccessRule, type Audience, type Condition } from '@docwright/site-access/rules';
import fc from 'fast-check';
import { Choices } from '../choices/choices.ts';
import { TooManyOutcomes } from '../choices/conditions.ts';
import { takeApart } from '../choices/take-apart.ts';
import { answerAll, maxOutcomes } from './answer-all.ts';
import { joinOutcomes } from './join-outcomes.ts';

const names = ['a', 'b', 'c'];
const ruleOf = (name: string): AccessRule => ({ groupSets: [{ includes: [name], excludes: [] }] });
const conditions: readonly Condition[] = [...names.map((name) => [ruleOf(name)]), [ruleOf('a'), ruleOf('b')]];
const audiences: readonly Audience[] = Array.from({ length: 2 ** names.length }, (_, bits) => ({
  isSignedIn: true,
  groups: new Set(names.filter((_name, index) => (bits & (1 << index)) !== 0)),
}));

function seenBy(marked: string, choices: Choices, audience: Audience): string {
  const { bytes, edits } = takeApart(marked, choices);
  return Buffer.from(applyEdits(bytes, edits, audience)).toString();
}

const isMember = (condition: Condition, { groups }: Audience): boolean =>
  condition.some(({ groupSets }) => groupSets.every(({ includes }) => includes?.some((name) => groups.has(name))));

test('each reader sees the text of their outcome, whatever the texts have in common', () => {
  const part = fc.record({ text: fc.constantFrom('<p>', 'x\n', 'y', '</p>'), when: fc.subarray([0, 1, 2, 3]) });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.boolean(), (parts, hasPiece) => {
      const choices = new Choices();
      const write = (isMet: (index: number) => boolean, piece: string): string =>
        parts.map(({ text, when }) => (when.every(isMet) ? text : '')).join('') + piece;
      const outcomes = answerAll((meets) => {
        const answers = conditions.map((condition) => meets(condition));
        const piece = hasPiece ? choices.piece(conditions[2], answers[0] === true ? '<i>\n' : '<b>\n', '-') : '';
        return write((index) => answers[index] === true, piece);
      });
      const joined = joinOutcomes(outcomes, choices);
      for (const audience of audiences) {
        const isMet = (index: number): boolean => isMember(conditions[index] ?? [], audience);
        const piece = !hasPiece ? '' : !isMet(2) ? '-' : isMet(0) ? '<i>\n' : '<b>\n';
        assert.equal(seenBy(joined, choices, audience), write(isMet, piece));
      }
    }),
  );
});

test('what all outcomes contain is stored once, and a difference depends on its own group alone', () => {
  const choices = new Choices();
  const outcomes = answerAll((meets) =>
    names.map((name) => `<h2>${name}</h2>${meets([ruleOf(name)]) ? `<p>${name}</p>` : ''}\n`).join(''),
  );
  assert.equal(outcomes.length, 8);
  const { bytes, edits } = takeApart(joinOutcomes(outcomes, choices), choices);
  assert.equal(Buffer.from(bytes).toString(), '<h2>a</h2>\n<h2>b</h2>\n<h2>c</h2>\n');
  assert.deepEqual(
    edits.map(({ choices: all }) => all.map(({ when, insert }) => [when, Buffer.from(insert).toString()])),
    names.map((name) => [[[ruleOf(name)], `<p>${name}</p>`]]),
  );
});

test('more than 16 outcomes are refused', () => {
  const groups = ['a', 'b', 'c', 'd', 'e'];
  const decide = (count: number) => () =>
    answerAll((meets) =>
      groups
        .slice(0, count)
        .map((name) => meets([ruleOf(name)]))
        .join(),
    );
  assert.equal(decide(4)().length, maxOutcomes);
  assert.throws(decide(5), TooManyOutcomes);
});
