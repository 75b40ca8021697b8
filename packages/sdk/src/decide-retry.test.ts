import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideRetry } from './decide-retry.ts';
import { DocwrightError, readRetryAfter, type DocwrightErrorFields } from './docwright-error.ts';

const rules = { retries: 3, firstDelayMs: 100, maxDelayMs: 1000 };
const decide = (fields: Partial<DocwrightErrorFields>, more: { attempt?: number; isRepeatable?: boolean } = {}) => {
  const error = new DocwrightError('x', { status: 500, code: 'internal', ...fields });
  return decideRetry({ error, attempt: 1, isRepeatable: true, ...more }, rules, 0.5);
};

test('requests that fail with 429 or 503 are retried even if they aren’t repeatable', () => {
  assert.equal(decide({ status: 503 }, { isRepeatable: false }), 75);
  assert.equal(decide({ status: 429, retryAfterMs: 900 }, { isRepeatable: false }), 900);
});

test('a request with an unknown outcome is retried only if it is repeatable', () => {
  for (const fields of [
    { status: 500 },
    { status: 502 },
    { status: 504 },
    { status: 0, code: 'network_error' as const },
  ]) {
    assert.equal(decide(fields, { isRepeatable: false }), undefined);
    assert.equal(decide(fields), 75);
  }
});

test('requests that fail with 400, 401, 403, 404, 409, 422 or 501 aren’t retried', () => {
  for (const status of [400, 401, 403, 404, 409, 422, 501])
    assert.equal(decide({ status, code: `http_${status}` }), undefined);
});

test('a request is retried if the original is still in progress', () => {
  assert.equal(decide({ status: 409, code: 'idempotency_in_progress' }), 75);
});

test('pauses double up to the maximum, until the attempts are used up', () => {
  assert.deepEqual(
    [1, 2, 3, 4].map((attempt) => decide({ status: 503 }, { attempt })),
    [75, 150, 300, undefined],
  );
});

test('Retry-After is parsed as seconds or as a date, and invalid values are ignored', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  assert.equal(readRetryAfter('3', now), 3000);
  assert.equal(readRetryAfter('Thu, 01 Jan 2026 00:00:05 GMT', now), 5000);
  assert.equal(readRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now), 0);
  assert.equal(readRetryAfter('soon', now), undefined);
});
