import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRegularText } from './regular-text.ts';
import type { Sample } from './sample.ts';

/** A list of objects in which every other object depends on one of three questions. */
function textFor(answers: ReadonlySet<number>): string {
  const items = Array.from({ length: 100 }, (_, index) => index).filter(
    (index) => index % 2 === 0 || answers.has(index % 3),
  );
  return `[\n${items.map((index) => `  {\n    "a": ${index},\n    "b": ${index}\n  }`).join(',\n')}\n]\n`;
}

test('a comma is compared with the questions of the lines that follow it, not with each line', () => {
  const all = [[], [0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]].map((own): Sample => {
    const answers = new Set(own);
    return { answers, when: undefined, text: textFor(answers) };
  });
  const get = (answers: readonly number[]): Sample | undefined =>
    all.find((sample) => [...sample.answers].join() === answers.join());
  const found = findRegularText({ count: 3, get, all });
  assert.ok(found !== undefined && 'parts' in found);
  const commas = found.presence.flatMap((one) => (one?.kind === 'comma' ? [one] : []));
  assert.equal(commas.length, 199);
  assert.ok(commas.every(({ following }) => following.length <= 4));
});
