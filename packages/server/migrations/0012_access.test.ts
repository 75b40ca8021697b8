import assert from 'node:assert/strict';
import { test } from 'node:test';
import { access } from './0012_access.ts';
import { migrations } from './index.ts';

/**
 * 0012 deleted the stored answers to requests with an `Idempotency-Key` once: they didn't record the sender, and only the sender may see
 * an answer again. No released version has a schema older than that step. Every later upgrade keeps the answers, so that a client that
 * retries over the upgrade gets the same answer and not a second job.
 */
test('no step after 0012 deletes the answers that clients may request again', () => {
  const later = migrations.slice(migrations.indexOf(access) + 1);
  assert.ok(later.length > 50);
  for (const { id, sql = '' } of later.filter((step) => 'sql' in step))
    assert.doesNotMatch(
      sql,
      /(?:delete\s+from|truncate|drop\s+table|rename).*idempotency_keys|alter\s+table\s+idempotency_keys/is,
      id,
    );
});
