import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPrices, parsePrices } from './model-prices.ts';

test('prices are shown in the format that --price accepts', () => {
  for (const text of ['3/15', '0.02/0', '3/15/0.3', '3/15/0.3/3.75', '3/15//3.75']) {
    assert.equal(formatPrices(parsePrices(text)), text);
  }
  assert.deepEqual(parsePrices('3/15//3.75'), {
    inputUsdPerMillion: 3,
    outputUsdPerMillion: 15,
    cacheWriteUsdPerMillion: 3.75,
  });
});

test('prices in other formats are rejected with an example', () => {
  for (const text of [
    '',
    '3',
    '3/',
    '/15',
    '3/15/',
    '3/15//',
    '3/15/0.3/',
    '3/15/0.3/3.75/1',
    '3/x',
    '-3/15',
    '//1/1',
  ]) {
    assert.throws(() => parsePrices(text), /Use the form 3\/15/);
  }
});
