import assert from 'node:assert/strict';
import { test } from 'node:test';
import { access } from './0012_access.ts';
import { migrations } from './index.ts';

/**
 * 0012 removed the answers to requests with an `Idempotency-Key`, once: they did not say whose they were, and an answer is shown to its
 * sender alone. No released version has its schema from before that step. Every later upgrade keeps them, so that a client that tries
 * again over the upgrade gets the same answer and not a second job.
 */
test('no step after 0012 takes away the answers that clients may ask for again', () => {
  const later = migrations.slice(migrations.indexOf(access) + 1);
  assert.ok(later.length > 50);
  for (const { id, sql = '' } of later.filter((step) => 'sql' in step))
    assert.doesNotMatch(sql, /(?:delete\s+from|truncate|drop\s+table|rename).*idempotency_keys|alter\s+table\s+idempotency_keys/is, id);
});
