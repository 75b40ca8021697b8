import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AcmeError } from '../../platform/acme/index.ts';
import { afterFailure, afterSuccess } from './next-order.ts';

const hours = (state: { readonly next_order_at: Date }): number => state.next_order_at.getTime() / 3_600_000;

test('after each failure the next order waits longer, a day at most', () => {
  const refused = new AcmeError('x', 'The authority says: no.');
  const waits = [0, 1, 2, 3, 4, 100].map((failures) => hours(afterFailure({ failures }, refused, 0)));
  assert.deepEqual(waits, [0.25, 1, 4, 24, 24, 24]);
});

test('an authority that asks for more time gets it, up to a week', () => {
  const after = (seconds: number) => hours(afterFailure({ failures: 0 }, new AcmeError('x', 'y', seconds * 1000), 0));
  assert.deepEqual([after(60), after(7200), after(1e9)], [0.25, 2, 168]);
});

test('a fault of ours is told without its words', () => {
  const { reason, failures } = afterFailure({ failures: 1 }, new Error('connect ECONNREFUSED 10.0.0.1'), 0);
  assert.deepEqual([reason, failures], ['The authority could not be asked.', 2]);
});

test('a certificate is renewed at two thirds of its life', () => {
  const life = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-04-01T00:00:00Z') };
  assert.equal(afterSuccess(life).next_order_at.toISOString(), '2026-03-02T00:00:00.000Z');
});
