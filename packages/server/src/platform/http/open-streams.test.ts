import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { principalOf } from '../../testing/module-database.ts';
import { ApiError } from './api-error.ts';
import { OpenStreams } from './open-streams.ts';
import type { Principal } from './principal.ts';

const refused = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'too_many_streams' && error.headers['retry-after'] === '10';
const callerOf = (organizationId: string, identify = async (): Promise<Principal> => principalOf()) => ({
  principal: principalOf({ organizationId }),
  credential: `key of ${organizationId}`,
  identify,
});

describe('requests that stay open', () => {
  test('are checked with a single query for 2,000 requests of one credential', async () => {
    const streams = new OpenStreams(4_000);
    const over = new AbortController();
    let asked = 0;
    const identify = async (): Promise<Principal> => {
      asked += 1;
      return principalOf();
    };
    let verified = 0;
    for (let count = 0; count < 2_000; count += 1)
      void streams.open(callerOf('org_a', identify)).watch(() => void (verified += 1), over.signal);
    await Promise.all([streams.check(), streams.check()]);
    assert.deepEqual([asked, verified], [1, 2_000]);
    over.abort();
    await streams.check();
    assert.equal(asked, 1);
  });

  test('leave half of the slots to others, and closing a request twice frees only one slot', () => {
    const streams = new OpenStreams(8);
    const open = Array.from({ length: 4 }, () => streams.open(callerOf('noisy')));
    assert.throws(() => streams.open(callerOf('noisy')), refused);
    streams.open(callerOf('quiet')).close();
    open[0]?.close();
    open[0]?.close();
    streams.open(callerOf('noisy'));
    assert.throws(() => streams.open(callerOf('noisy')), refused);
  });

  test('end when their own access ends, or when their credential is revoked', async () => {
    const streams = new OpenStreams();
    const over = new AbortController();
    let isKnown = true;
    const identify = async (): Promise<Principal> => {
      if (!isKnown) throw new ApiError('unauthorized', 'The key was revoked.');
      return principalOf();
    };
    const ended: string[] = [];
    const watch = (name: string, verify: () => void) =>
      streams
        .open(callerOf('org_a', identify))
        .watch(verify, over.signal)
        .catch((error: ApiError) => ended.push(`${name} ${error.code}`));
    const first = watch('first', () => {
      throw new ApiError('not_found', 'The project is another’s.');
    });
    const second = watch('second', () => undefined);
    await streams.check();
    await first;
    assert.deepEqual(ended, ['first not_found']);
    isKnown = false;
    await streams.check();
    await second;
    assert.deepEqual(ended, ['first not_found', 'second unauthorized']);
    over.abort();
  });
});
