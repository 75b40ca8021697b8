import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertCriticMarks } from './convert-critic-marks.ts';

const report = { lose: () => undefined } as unknown as Parameters<typeof convertCriticMarks>[2];

test('replaced text ends at the first arrow', () => {
  assert.equal(convertCriticMarks('{~~a~>b~>c~~}', 1, report), '<del>a</del><ins>b~>c</ins>');
});

test('100,000 characters of unclosed marks take less than two seconds of processor time', () => {
  for (const part of ['{~~a~>', '{~~', '{>>', '{++']) {
    const started = process.cpuUsage();
    convertCriticMarks(part.repeat(100_000 / part.length), 1, report);
    assert.ok(process.cpuUsage(started).user < 2_000_000, part);
  }
});
