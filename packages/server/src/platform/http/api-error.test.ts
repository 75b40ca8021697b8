import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from './api-error.ts';

describe('an API error', () => {
  test('contains the default or the given retry time if the service is unavailable', () => {
    assert.equal(new ApiError('unavailable', 'Try again.').headers['retry-after'], '2');
    const later = new ApiError('unavailable', 'Try again.', { headers: { 'retry-after': '30' } });
    assert.equal(later.headers['retry-after'], '30');
    assert.deepEqual(new ApiError('not_found', 'It is gone.').headers, {});
  });
});
