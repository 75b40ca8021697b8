import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOME, openModuleDatabase, OTHER, type ModuleDatabase } from '../../../testing/module-database.ts';
import { answerOnce, idempotencyActor, type Answer, type IdempotentRequest } from './answer-once.ts';
import { deleteOldAnswers, type IdempotencyTables } from './store.ts';

const request: IdempotentRequest = {
  organizationId: HOME,
  actor: 'api_key key_1',
  key: 'first',
  operation: 'createProject',
  body: { name: 'Docs' },
};

describe('a request with an Idempotency-Key', () => {
  let database: ModuleDatabase<IdempotencyTables>;
  let done = 0;
  before(async () => {
    database = await openModuleDatabase<IdempotencyTables>();
  });
  after(() => database.close());
  const ask = (changes: Partial<IdempotentRequest>, work = async () => ({ number: ++done })) =>
    database.kysely.transaction().execute((tx) => answerOnce(tx, { ...request, ...changes }, work));
  const age = (key: string, hours: number) =>
    database.pool.query('UPDATE idempotency_keys SET created_at = now() - make_interval(mins => $2) WHERE key = $1', [
      key,
      Math.round(hours * 60),
    ]);

  test('is processed once, and returns the same response the second time', async () => {
    const first = await ask({ key: 'twice' });
    const again = await ask({ key: 'twice' });
    assert.deepEqual([first.replayed, again], [false, { body: first.body, replayed: true }]);
  });

  test('is processed each time if it has no key', async () => {
    const [first, again] = [await ask({ key: undefined }), await ask({ key: undefined })];
    assert.notDeepEqual(first.body, again.body);
  });

  test('is distinct in another organization, or with another key or user, even if their IDs are similar', async () => {
    const bodies = new Set<string>();
    for (const changes of [
      {},
      { organizationId: OTHER },
      { actor: 'user key_1' },
      { actor: 'api_key key_2' },
      { actor: 'api_key', key: 'key_1 shared' },
    ]) {
      bodies.add(JSON.stringify((await ask({ key: 'shared', ...changes })).body));
    }
    assert.equal(bodies.size, 5);
    assert.notEqual(idempotencyActor({ kind: 'user', id: 'x' }), idempotencyActor({ kind: 'api_key', id: 'x' }));
  });

  test('is refused with another body or for another operation, and its stored response stays the same', async () => {
    const first = await ask({ key: 'kept' });
    for (const changes of [{ body: { name: 'docs' } }, { body: {} }, { operation: 'createRepository' }]) {
      await assert.rejects(ask({ key: 'kept', ...changes }), { code: 'idempotency_mismatch' });
    }
    assert.deepEqual((await ask({ key: 'kept' })).body, first.body);
  });

  test('is refused while the first request is being processed, and accepted again if that request failed', async () => {
    const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = ask({ key: 'slow' }, async () => {
      started.resolve();
      await finish.promise;
      throw new Error('the repository is gone');
    });
    await started.promise;
    await assert.rejects(ask({ key: 'slow' }), { code: 'idempotency_in_progress' });
    assert.equal((await ask({ key: 'slow', actor: 'user somebody' })).replayed, false);
    finish.resolve();
    await assert.rejects(first, /the repository is gone/);
    assert.equal((await ask({ key: 'slow' })).replayed, false);
  });

  test('takes effect once if five concurrent requests have the key', async () => {
    const before = done;
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => ask({ key: 'crowd' })));
    const answered = asked.filter(
      (one): one is PromiseFulfilledResult<Answer<{ number: number }>> => one.status === 'fulfilled',
    );
    assert.equal(done, before + 1);
    assert.deepEqual(new Set(answered.map(({ value }) => value.body.number)), new Set([before + 1]));
  });

  test('is processed again after 24 hours, and its response is deleted by the next cleanup', async () => {
    for (const [key, hours, replayed] of [
      ['young', 23.9, true],
      ['old', 24.1, false],
    ] as const) {
      await ask({ key });
      await age(key, hours);
      assert.equal((await ask({ key })).replayed, replayed, key);
    }
    await age('old', 24.1);
    await deleteOldAnswers(database.kysely);
    const { rows } = await database.pool.query(`SELECT key FROM idempotency_keys WHERE key IN ('young', 'old')`);
    assert.deepEqual(rows, [{ key: 'young' }]);
  });
});
