import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { createLogger } from '../../../platform/log/index.ts';
import type { EndedSession } from './access-store.ts';
import { EndedSessions } from './ended-sessions.ts';

function openEnded() {
  const world = {
    nowMs: 1_000_000,
    rows: [] as EndedSession[],
    asked: [] as (Date | undefined)[],
    stored: [] as string[],
    log: [] as string[],
    isAway: false,
  };
  const ended = new EndedSessions({
    list: async (since) => {
      world.asked.push(since);
      if (world.isAway) throw new Error('the database is unavailable');
      return world.rows;
    },
    store: async ({ id }) => {
      if (world.isAway) throw new Error('the database is unavailable');
      world.stored.push(id);
    },
    nowMs: () => world.nowMs,
    log: createLogger({
      level: 'warn',
      destination: new Writable({
        write: (line, _encoding, done) => {
          world.log.push(String(line));
          done();
        },
      }),
    }),
  });
  const row = (id: string): EndedSession => ({
    id,
    endedAt: new Date(world.nowMs),
    expiresAt: new Date(world.nowMs + 60_000),
  });
  return { world, ended, row };
}

test('the first check waits for the list, and later checks use the cached list for two seconds', async () => {
  const { world, ended, row } = openEnded();
  world.rows = [row('one')];
  assert.equal(await ended.has('one'), true);
  world.nowMs += 2_000;
  assert.deepEqual([ended.has('one'), ended.has('two')], [true, false]);
  assert.equal(world.asked.length, 1);
});

test('a session that ends elsewhere is detected within five seconds', async () => {
  const { world, ended, row } = openEnded();
  await ended.has('one');
  world.rows = [row('one')];
  world.nowMs += 5_001;
  assert.equal(await ended.has('one'), true);
  world.rows = [row('two')];
  world.nowMs += 2_001;
  // This check uses the cached list, which is read again for the next check.
  assert.equal(ended.has('two'), false);
  await new Promise((done) => setImmediate(done));
  assert.equal(ended.has('two'), true);
});

test('while the database is unavailable, sessions continue, and ended sessions stay ended', async () => {
  const { world, ended, row } = openEnded();
  world.rows = [row('one')];
  await ended.has('one');
  world.isAway = true;
  world.nowMs += 60_000 - 1;
  assert.deepEqual([await ended.has('one'), await ended.has('two')], [true, false]);
});

test('an ended session is dropped after it has expired', async () => {
  const { world, ended, row } = openEnded();
  world.rows = [row('one')];
  await ended.has('one');
  world.rows = [];
  world.nowMs += 60_000;
  assert.equal(await ended.has('one'), false);
});

test('a session that ends while the database is unavailable ends at this edge, is logged as pending, and is stored later', async () => {
  const { world, ended } = openEnded();
  await ended.has('one');
  world.isAway = true;
  const ending = { projectId: 'acme', untilMs: world.nowMs + 60_000 };
  await ended.end({ id: 'one', ...ending });
  await ended.end({ id: 'two', ...ending });
  assert.deepEqual([ended.has('one'), ended.has('two')], [true, true]);
  assert.match(world.log.at(-1) ?? '', /"pending":2.*not stored yet/);
  world.isAway = false;
  world.nowMs += 5_001;
  assert.equal(await ended.has('one'), true);
  assert.deepEqual(world.stored, ['one', 'two']);
  // A session that has expired in the meantime needs no row.
  world.isAway = true;
  await ended.end({ id: 'three', projectId: 'acme', untilMs: world.nowMs + 1_000 });
  world.isAway = false;
  world.nowMs += 5_001;
  await ended.has('one');
  assert.deepEqual(world.stored, ['one', 'two']);
});
