import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTypos, nearestWords } from './correct-word.ts';

const words = ['deploy', 'depart', 'déploy', 'reply', 'deployment', 'Ω', ''];

for (const [typed, nearest] of [
  ['dpeloy', ['deploy']],
  ['deplooy', ['deploy']],
  ['eploy', ['deploy']],
  ['deploymnet', ['deployment']],
  ['zzzzzz', []],
  ['dep', []],
  ['', []],
] as const)
  test(`"${typed}" may have been meant as ${JSON.stringify(nearest)}`, () => {
    assert.deepEqual(
      nearestWords(typed, words, 3).map(({ word }) => word),
      nearest,
    );
  });

test('the filter by letters excludes no word with the fewest typos', () => {
  const alphabet = ['a', 'b', 'é', '4', '字'];
  const all = alphabet.flatMap((a) => alphabet.flatMap((b) => alphabet.map((c) => `x${a}y${b}z${c}`)));
  const typed = 'xaybzé';
  const slips = all.map((word) => countTypos(typed, word, 1));
  const least = Math.min(...slips);
  const wanted = all.filter((_, place) => slips[place] === least);
  assert.deepEqual(
    nearestWords(typed, all, all.length).map(({ word }) => word),
    wanted,
  );
});
