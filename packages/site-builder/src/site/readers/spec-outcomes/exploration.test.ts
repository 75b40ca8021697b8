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

test('for random texts, each reader sees the text for the reader’s answers', () => {
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

describe('text with parts for many groups', () => {
  const groups = Array.from({ length: 8 }, (_, index) => `g${index}`);
  const list = (isMet: Meets): string => {
    const seen = groups.filter((name) => isMet(memberOf(name)));
    const lines = ['open', ...seen].map((name) => `    "${name}": "string"`).join(',\n');
    return `{\n${lines}\n}\n${seen.map((name) => `<div id="${name}"><p>${name}</p></div>`).join('')}`;
  };

  test('a list is correct for every reader, and has at most three edits for each part', () => {
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

describe('text with more questions than can be combined', () => {
  const groups = Array.from({ length: 20 }, (_, index) => `g${index}`);
  const seen = (isMet: Meets): string[] => groups.filter((name) => isMet(memberOf(name)));
  const same = (value: string): string => value;
  const explore = (
    decide: (isMet: Meets) => string,
  ): { readonly text: string; readonly calls: number; readonly isPartial: boolean } => {
    let calls = 0;
    const counted = (isMet: Meets): string => {
      calls++;
      return decide(isMet);
    };
    const exploration = Exploration.of(counted, { texts: [same], reserve: () => false });
    return { text: exploration.text(same, choices), calls, isPartial: exploration.isPartial };
  };
  const choices = new Choices();
  const readers = [[], ['g4'], ['g0', 'g19'], ['g3', 'g4', 'g5', 'g11'], groups.slice(2), groups].map((own) =>
    reader(...own),
  );

  test('independent parts are exact for all readers, with about two calls for each', () => {
    const list = (isMet: Meets): string =>
      `{\n${['open', ...seen(isMet)].map((name) => `  "${name}": 1`).join(',\n')}\n}\n${seen(isMet).length > 0 ? '<hr>' : ''}`;
    const { text, calls, isPartial } = explore(list);
    assert.ok(calls <= 2 * groups.length + 12, `${calls} calls`);
    assert.equal(isPartial, false);
    for (const audience of readers) assert.equal(seenBy(text, choices, audience), list(meetsAs(audience)));
  });

  test('the text that replaces an object or a list without entries is exact, including the comma after it', () => {
    const write = (isMet: Meets): string => {
      const own = Object.fromEntries(seen(isMet).map((name) => [name, { type: 'string' }]));
      const inside = isMet(memberOf('g7')) ? { nested: isMet(memberOf('g8')) ? { deep: 1 } : {} } : {};
      const required = seen(isMet).filter((name) => name < 'g15');
      const text = JSON.stringify({
        properties: own,
        inside,
        ...(required.length > 0 && { required }),
        list: required,
      });
      return JSON.stringify(JSON.parse(text), null, 2);
    };
    const inString = (isMet: Meets): string => `send("${write(isMet).replaceAll('\n', String.raw`\n`)}", 1)`;
    for (const decide of [write, inString]) {
      const { text, isPartial } = explore(decide);
      assert.equal(isPartial, false);
      for (const audience of [...readers, reader('g7'), reader('g7', 'g8')])
        assert.equal(seenBy(text, choices, audience), decide(meetsAs(audience)));
    }
  });

  test('a part that depends on several questions together is exact', () => {
    const nested = (isMet: Meets): string =>
      seen(isMet)
        .map((name) => `<p>${name}</p>${name === 'g3' && isMet(memberOf('g11')) ? '<b>both</b>' : ''}`)
        .join('');
    const { text, isPartial } = explore((isMet) => {
      isMet(memberOf('g11'));
      return nested(isMet);
    });
    assert.equal(isPartial, false);
    for (const audience of readers) assert.equal(seenBy(text, choices, audience), nested(meetsAs(audience)));
  });

  test('a part is exact if either one answer or several others are sufficient', () => {
    // No result that checks the text is for readers of `g0` and `g15` alone.
    const page = [{ groupSets: ['g0', 'g7', 'g15'].map((name) => ({ includes: [name], excludes: [] })) }];
    for (const either of [page, memberOf('g4')]) {
      const write = (isMet: Meets): string => {
        const isBoth = isMet(memberOf('g0')) && isMet(memberOf('g15'));
        const lines = [...seen(isMet), ...(isMet(either) || isBoth ? ['part'] : [])];
        return `{\n${lines.map((name) => `  "${name}": 1`).join(',\n')}\n}`;
      };
      const { text, isPartial } = explore(write);
      assert.equal(isPartial, false);
      for (const audience of [...readers, reader('g0', 'g15'), reader('g0', 'g7', 'g15'), reader('g0', 'g4')])
        assert.equal(seenBy(text, choices, audience), write(meetsAs(audience)));
    }
  });

  test('if the parts depend on each other, a reader sees the text for fewer groups', () => {
    const count = (isMet: Meets): string => `You see ${seen(isMet).join('+')}.`;
    const { text, calls, isPartial } = explore(count);
    assert.equal(isPartial, true);
    assert.ok(calls <= 6 * groups.length + 16, `${calls} calls`);
    for (const audience of readers) {
      const shown = /^You see (.*)\.$/.exec(seenBy(text, choices, audience))?.[1] ?? '-';
      const names = shown === '' ? [] : shown.split('+');
      assert.deepEqual(
        names.filter((name) => !audience.groups.has(name)),
        [],
      );
      if (audience.groups.size <= 1 || audience.groups.size === groups.length)
        assert.equal(names.length, audience.groups.size);
    }
  });
});

test('up to 256 combinations of answers are all explored', () => {
  const groups = Array.from({ length: 8 }, (_, index) => `g${index}`);
  const exploration = Exploration.of((isMet) => groups.map((name) => isMet(memberOf(name))).join());
  assert.deepEqual([exploration.results.length, exploration.isPartial], [256, false]);
});

test('a condition selects the readers with a result', () => {
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
