import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemberGroups } from './member-groups.ts';

const question = { sessionId: 'ses_1', organizationId: 'org_1' };

function openGroups() {
  const world = { groups: ['staff'] as readonly string[] | undefined, isAway: false, nowMs: 0, asked: 0 };
  const members = new MemberGroups(
    async () => {
      world.asked += 1;
      if (world.isAway) throw new Error('the database is away');
      return world.groups;
    },
    () => world.nowMs,
  );
  return { world, members };
}

test('the database is queried once in five seconds, however many pages are read', async () => {
  const { world, members } = openGroups();
  for (const nowMs of [0, 0, 4_999]) {
    world.nowMs = nowMs;
    assert.deepEqual(await members.find(question), ['staff']);
  }
  assert.equal(world.asked, 1);
  await members.find({ ...question, organizationId: 'org_2' });
  assert.equal(world.asked, 2);
});

test('a removed member loses access, and other groups apply, after five seconds', async () => {
  const { world, members } = openGroups();
  await members.find(question);
  world.groups = ['board'];
  world.nowMs = 5_000;
  assert.deepEqual(await members.find(question), ['board']);
  world.groups = undefined;
  world.nowMs = 10_000;
  assert.equal(await members.find(question), undefined);
});

test('while the database is away nobody without a recent check gets access, and then it is queried again', async () => {
  const { world, members } = openGroups();
  await members.find(question);
  world.isAway = true;
  assert.deepEqual(await members.find(question), ['staff']);
  world.nowMs = 5_000;
  await assert.rejects(members.find(question), /away/);
  world.isAway = false;
  assert.deepEqual(await members.find(question), ['staff']);
});
