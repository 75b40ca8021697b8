import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeResult, flattenFigures, isReplacing, judge, pickFigures, readLastJson, reachedText } from './judge.ts';
import type { Measurement } from './measurement.ts';

const measurement: Measurement = {
  program: 'api/x.ts',
  measures: 'Something',
  takes: 'a minute',
  figures: [
    { name: 'hot.ratio', label: 'hot', atLeast: 0.9 },
    { name: 'p95', label: 'p95', unit: ' ms', atMost: 50 },
    { name: 'rate', label: 'rate', unit: '/s' },
  ],
};

test('figures are numbers and strings that contain numbers, by their path', () => {
  const figures = flattenFigures({
    hot: { ratio: 0.5 },
    'api.cpu': '1.40',
    name: 'x',
    empty: '',
    list: [3],
    bad: 'NaN',
  });
  assert.deepEqual(Object.fromEntries(figures), { 'hot.ratio': 0.5, 'api.cpu': 1.4, 'list.0': 3 });
});

test('the last line of JSON is used, even if text follows', () => {
  assert.deepEqual(readLastJson('{"round":1}\n{"round":2}\n{not json\ndone\n'), { round: 2 });
  assert.equal(readLastJson('only text'), undefined);
});

test('a figure that is missing from the output is reported as an error', () => {
  assert.deepEqual(pickFigures('{"a":1,"b":2}', ['b']), { b: 2 });
  assert.throws(() => pickFigures('{"a":1}', ['b']), /no figure "b"/);
});

test('a goal is reached at its limit, and missed beyond it', () => {
  assert.equal(judge(measurement, { values: { 'hot.ratio': 0.9, p95: 50, rate: 1 } }), 'reached');
  assert.equal(judge(measurement, { values: { 'hot.ratio': 0.89, p95: 50, rate: 1 } }), 'missed');
  assert.equal(judge(measurement, { values: { 'hot.ratio': 0.9, p95: 51, rate: 1 } }), 'missed');
});

test('a result without a judged figure is not judged', () => {
  assert.equal(judge(measurement, { values: { rate: 1 } }), 'not judged');
  assert.equal(judge({ ...measurement, figures: [] }, {}), 'not judged');
});

test('if a result has text, the verdict comes from the text, not from the figures', () => {
  const values = { 'hot.ratio': 0.1 };
  assert.equal(judge(measurement, { text: '0.74: **not reached**' }), 'missed');
  assert.equal(judge(measurement, { text: '0.95', values }), 'not judged');
  assert.equal(judge(measurement, { text: reachedText }), 'reached');
});

test('“reached” alone doesn’t replace text that was written by hand; figures do', () => {
  assert.equal(isReplacing({ text: '0 of 1,459 statements' }, { text: reachedText }), false);
  assert.equal(isReplacing({ text: reachedText }, { text: reachedText }), true);
  assert.equal(isReplacing(undefined, { text: reachedText }), true);
  assert.equal(isReplacing({ text: 'by hand' }, { values: { p95: 1 } }), true);
});

test('a result contains each figure, and marks those that miss their goal', () => {
  const values = { 'hot.ratio': 0.95, p95: 1234.5 };
  assert.equal(describeResult(measurement, { values }), 'hot 0.95, p95 1,234.5 ms (**not reached**)');
  assert.equal(describeResult(measurement, { values, text: 'by hand' }), 'by hand');
});
