import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../../platform/http/index.ts';
import { createPreviewShare } from './preview-share.ts';

const { signal } = new AbortController();
const busy = { organizationId: 'org_busy', address: '203.0.113.7' };

/** Opens a share of 4 renders. `busy` uses its maximum, and has the same number of waiting requests. */
function fill() {
  const share = createPreviewShare({ running: 4, waiting: 2 });
  const end = Promise.withResolvers<void>();
  const started: string[] = [];
  const ask = (requester = busy, closed = signal) =>
    share(requester, closed, async () => {
      started.push(requester.organizationId);
      await end.promise;
    });
  const running = [ask(), ask(), ask()];
  return { ask, end, started, running };
}

test('one organization has half of the renders, and a request beyond its share of the queue is refused with a retry time', async () => {
  const { ask, end, started, running } = fill();
  await Promise.resolve();
  assert.equal(started.length, 2);
  await assert.rejects(
    ask(),
    (error) => error instanceof ApiError && error.code === 'rate_limited' && error.headers['retry-after'] === '2',
  );
  end.resolve();
  await Promise.all(running);
  assert.equal(started.length, 3, 'the waiting request got the free slot');
});

test('one address has a share across organizations, and a request from another address starts immediately', async () => {
  const { ask, end, started, running } = fill();
  await assert.rejects(ask({ ...busy, organizationId: 'org_other' }), ApiError);
  const other = ask({ organizationId: 'org_other', address: '198.51.100.1' });
  await Promise.resolve();
  assert.deepEqual(started, ['org_busy', 'org_busy', 'org_other']);
  end.resolve();
  await Promise.all([...running, other]);
});

test('a request that its client aborts leaves the queue', async () => {
  const { ask, end, started, running } = fill();
  const closed = new AbortController();
  const others = ['1', '2'].map((id) => ask({ organizationId: `org_${id}`, address: `198.51.100.${id}` }));
  const waiting = ask({ organizationId: 'org_late', address: '198.51.100.3' }, closed.signal);
  closed.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  end.resolve();
  await Promise.all([...running, ...others]);
  assert.equal(started.includes('org_late'), false);
});
