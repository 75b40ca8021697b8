import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AcmeError } from '../../../platform/acme/index.ts';
import { afterFailure, afterSuccess, findUsedUp } from './next-order.ts';

const hours = (state: { readonly next_order_at: Date }): number => state.next_order_at.getTime() / 3_600_000;

test('after each failure, the next order waits longer, but at most a day', () => {
  const refused = new AcmeError('x', 'The authority reports: no.');
  const waits = [0, 1, 2, 3, 4, 100].map((failures) => hours(afterFailure({ failures }, refused, 0)));
  assert.deepEqual(waits, [0.25, 1, 4, 24, 24, 24]);
});

test('if the authority requests a longer wait, the next order waits that long, up to a week', () => {
  const after = (seconds: number) => hours(afterFailure({ failures: 0 }, new AcmeError('x', 'y', seconds * 1000), 0));
  assert.deepEqual([after(60), after(7200), after(1e9)], [0.25, 2, 168]);
});

test('an internal failure is reported without its message', () => {
  const { reason, failures } = afterFailure({ failures: 1 }, new Error('connect ECONNREFUSED 10.0.0.1'), 0);
  assert.deepEqual([reason, failures], ['The certificate authority could not be reached.', 2]);
});

test('the next order for a certificate is due at two thirds of its lifetime', () => {
  const life = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-04-01T00:00:00Z') };
  assert.equal(afterSuccess(life).next_order_at.toISOString(), '2026-03-02T00:00:00.000Z');
});

test('a limit stays reached until the oldest order that counts toward it is a day old', () => {
  const made = (...orders: readonly (readonly [organizationId: string, hour: number])[]) =>
    orders.map(([organizationId, hour]) => ({ organizationId, orderedAt: new Date(hour * 3_600_000) }));
  const find = (orders: ReturnType<typeof made>, perDay: number, perOrganization: number) =>
    findUsedUp(orders, { perDay, perOrganization }).map((one) => [one.organizationId, one.until.getTime() / 3_600_000]);
  const orders = made(['a', 1], ['b', 2], ['a', 3], ['a', 4]);
  assert.deepEqual(find(orders, 5, 4), []);
  assert.deepEqual(find(orders, 5, 3), [['a', 25]]);
  assert.deepEqual(find(orders, 5, 2), [['a', 27]]);
  assert.deepEqual(find(orders, 4, 1), [[null, 25]]);
  assert.deepEqual(find(orders, 100, 1), [
    ['a', 28],
    ['b', 26],
  ]);
  assert.equal(
    findUsedUp(orders, { perDay: 5, perOrganization: 3 })[0]?.reason,
    'The organization has ordered 3 certificates in 24 hours; the limit is 3.',
  );
});
