import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits, meets, type AccessRule, type Audience, type Condition } from '@docwright/site-access/rules';
import fc from 'fast-check';
import { Choices, type Meets } from '../choices/choices.ts';
import { TooManyOutcomes } from '../choices/conditions.ts';
import { separateEdits } from '../choices/separate-edits.ts';
import { Exploration } from './exploration.ts';

const ruleOf = (...names: string[]): AccessRule => ({ groupSets: [{ includes: names, excludes: [] }] });
const memberOf = (...names: string[]): Condition => [ruleOf(...names)];
const reader = (...groups: string[]): Audience => ({ isSignedIn: true, groups: new Set(groups) });

function seenBy(marked: string, choices: Choices, audience: Audience): string {
  const { bytes, edits } = separateEdits(marked, choices);
  return Buffer.from(applyEdits(bytes, edits, audience)).toString();
}

function meetsAs(audience: Audience): Meets {
  return (condition) => condition === undefined || meets(condition, audience);
}

const names = ['a', 'b', 'c'];
const audiences = Array.from({ length: 2 ** names.length }, (_, bits) =>
  reader(...names.filter((_name, index) => (bits & (1 << index)) !== 0)),
);

test('each reader sees the text of their answers, whatever the texts have in common', () => {
  const conditions: Condition[] = [...names.map((name) => memberOf(name)), memberOf('a', 'b')];
  const part = fc.record({ text: fc.constantFrom('<p>', 'x\n', 'y', '</p>'), when: fc.subarray([0, 1, 2, 3]) });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.boolean(), (parts, hasPiece) => {
      const choices = new Choices();
      const decide = (isMet: Meets): { text: string; isFirst: boolean } => {
        const answers = conditions.map((condition) => isMet(condition));
        const text = parts.map((one) => (one.when.every((index) => answers[index]) ? one.text : '')).join('');
        return { text, isFirst: answers[0] === true };
      };
      const pieceFor = (isFirst: boolean): [string, string] => [isFirst ? '<i>\n' : '<b>\n', '-'];
      const joined = Exploration.of(decide).text(
        ({ text, isFirst }) => text + (hasPiece ? choices.piece(conditions[2], ...pieceFor(isFirst)) : ''),
        choices,
      );
      for (const audience of audiences) {
        const { text, isFirst } = decide(meetsAs(audience));
        const [one, other] = pieceFor(isFirst);
        const piece = hasPiece ? (audience.groups.has('c') ? one : other) : '';
        assert.equal(seenBy(joined, choices, audience), text + piece);
      }
    }),
  );
});

describe('of parts for many groups', () => {
  const groups = Array.from({ length: 8 }, (_, index) => `g${index}`);
  const list = (isMet: Meets): string => {
    const seen = groups.filter((name) => isMet(memberOf(name)));
    const lines = ['open', ...seen].map((name) => `    "${name}": "string"`).join(',\n');
    return `{\n${lines}\n}\n${seen.map((name) => `<div id="${name}"><p>${name}</p></div>`).join('')}`;
  };

  test('a list is right for every reader, and has an edit for each part', () => {
    const choices = new Choices();
    const text = Exploration.of(list).text((value) => value, choices);
    const { edits } = separateEdits(text, choices);
    assert.ok(edits.length <= 3 * groups.length, `${edits.length} edits`);
    for (let bits = 0; bits < 2 ** groups.length; bits++) {
      const audience = reader(...groups.filter((_, index) => (bits & (1 << index)) !== 0));
      assert.equal(seenBy(text, choices, audience), list(meetsAs(audience)));
    }
  });

  test('each element is a piece for one group', () => {
    const choices = new Choices();
    const decide = (isMet: Meets): string =>
      groups.map((name) => (isMet(memberOf(name)) ? `<div><p>${name}</p></div>` : '')).join('');
    const { bytes, edits } = separateEdits(
      Exploration.of(decide).text((value) => value, choices),
      choices,
    );
    assert.equal(bytes.byteLength, 0);
    assert.deepEqual(
      edits.map(({ choices: all }) => all.map(({ when, insert }) => [when, Buffer.from(insert).toString()])),
      groups.map((name) => [[memberOf(name), `<div><p>${name}</p></div>`]]),
    );
  });
});

test('more than 256 ways to answer are refused', () => {
  const groups = Array.from({ length: 9 }, (_, index) => `g${index}`);
  const decide = (count: number) => () =>
    Exploration.of((isMet) =>
      groups
        .slice(0, count)
        .map((name) => isMet(memberOf(name)))
        .join(),
    );
  assert.equal(decide(8)().results.length, 256);
  assert.throws(decide(9), TooManyOutcomes);
});

test('a condition is that of the readers with a result', () => {
  const exploration = Exploration.of((isMet) => names.some((name) => isMet(memberOf(name))));
  const when = exploration.condition((value) => value);
  for (const audience of audiences) assert.equal(meets(when ?? [], audience), audience.groups.size > 0);
  assert.deepEqual(
    Exploration.of(() => 1).condition(() => false),
    [],
  );
  assert.equal(
    Exploration.of(() => 1).condition(() => true),
    undefined,
  );
  assert.throws(() => Exploration.of((isMet) => !isMet(memberOf('a'))).condition((value) => value), TooManyOutcomes);
});
