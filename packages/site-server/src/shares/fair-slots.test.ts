import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SiteError } from '../errors.ts';
import { FairSlots } from './fair-slots.ts';

const isBusy = (error: unknown): boolean => error instanceof SiteError && error.code === 'site-busy';

test('one owner can take half of the slots, and a newcomer can still take one', () => {
  const slots = new FairSlots(8, 0);
  let taken = 0;
  while (slots.tryEnter(['noisy'])) taken += 1;
  assert.equal(taken, 4);
  assert.equal(slots.tryEnter(['quiet']), true);
});

test('an organization is limited to its share, even if it uses many addresses', () => {
  const slots = new FairSlots(8, 0);
  let taken = 0;
  while (slots.tryEnter(['org', `address ${taken}`])) taken += 1;
  assert.equal(taken, 4);
});

test('a free slot goes to the waiter whose owner has the fewest slots, then to the waiter that has waited longest', async () => {
  const slots = new FairSlots(4, 10);
  const order: string[] = [];
  assert.equal(slots.enter(['a']), undefined);
  assert.equal(slots.enter(['a']), undefined);
  const waiting: (Promise<unknown> | undefined)[] = [
    slots.enter(['a'])?.then(() => order.push('a')),
    slots.enter(['a'])?.then(() => order.push('a again')),
  ];
  assert.equal(slots.enter(['b']), undefined);
  assert.equal(slots.enter(['c']), undefined);
  waiting.push(slots.enter(['d'])?.then(() => order.push('d')));
  slots.leave(['b']);
  await waiting[2];
  assert.deepEqual(order, ['d']);
  for (const owner of ['c', 'd', 'a', 'a']) slots.leave([owner]);
  for (const one of waiting) await one;
  assert.deepEqual(order, ['d', 'a', 'a again']);
});

test('one owner can fill half of the queue, and another can still wait', () => {
  const slots = new FairSlots(1, 4);
  assert.equal(slots.enter(['a']), undefined);
  void slots.enter(['a']);
  void slots.enter(['a']);
  assert.throws(() => slots.enter(['a']), isBusy);
  assert.ok(slots.enter(['b']) instanceof Promise);
});

test('a waiter whose signal aborts leaves the queue, and the next waiter gets the slot', async () => {
  const slots = new FairSlots(1, 4);
  const abandoned = new AbortController();
  assert.equal(slots.enter(['a']), undefined);
  const first = slots.enter(['b'], abandoned.signal);
  const second = slots.enter(['c']);
  abandoned.abort(new Error('the client is gone'));
  await assert.rejects(first ?? Promise.resolve(), /the client is gone/);
  slots.leave(['a']);
  await second;
  assert.equal(slots.running, 1);
  assert.throws(() => slots.enter(['d'], AbortSignal.abort(new Error('too late'))), /too late/);
});

test('a single owner can take all slots until there are several owners', () => {
  let isShared = false;
  const slots = new FairSlots(4, 0, { isShared: () => isShared });
  for (let taken = 0; taken < 4; taken += 1) assert.equal(slots.tryEnter(['only']), true);
  isShared = true;
  slots.leave(['only']);
  assert.deepEqual([slots.tryEnter(['only']), slots.tryEnter(['newcomer'])], [false, true]);
});

test('an offered slot can be taken immediately by any eligible owner, and never by another', () => {
  const owners = fc.nat(4).map(String);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(owners, { maxLength: 40 }),
      owners,
      (capacity, takers, owner) => {
        const slots = new FairSlots(capacity, 0);
        for (const taker of takers) slots.tryEnter([taker]);
        const offer = slots.offer();
        if (offer.refused.includes(owner)) assert.equal(slots.tryEnter([owner]), false);
        else for (let taken = 0; taken < offer.slots; taken += 1) assert.equal(slots.tryEnter([owner]), true);
      },
    ),
  );
});

test('work that throws releases its slot', async () => {
  const slots = new FairSlots(1, 0);
  await assert.rejects(
    slots.run(['a'], () => Promise.reject(new Error('failed'))),
    /failed/,
  );
  assert.equal(slots.running, 0);
});

test('no more slots are taken than exist, and an owner without a slot is refused only if no slot is free', () => {
  const step = fc.record({ owner: fc.nat(5), leaves: fc.boolean() });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.array(step, { maxLength: 200 }), (capacity, steps) => {
      const slots = new FairSlots(capacity, 0);
      const held = new Map<number, number>();
      for (const { owner, leaves } of steps) {
        const own = held.get(owner) ?? 0;
        if (leaves && own > 0) {
          slots.leave([`${owner}`]);
          held.set(owner, own - 1);
        } else if (!leaves) {
          const wasFull = slots.running === capacity;
          const isIn = slots.tryEnter([`${owner}`]);
          if (isIn) held.set(owner, own + 1);
          else assert.ok(wasFull || own > 0);
        }
        assert.ok(slots.running <= capacity);
      }
    }),
  );
});
