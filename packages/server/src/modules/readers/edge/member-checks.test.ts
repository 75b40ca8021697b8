import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemberChecks } from './member-checks.ts';

const question = { sessionId: 'ses_1', organizationId: 'org_1' };

function openChecks() {
  const world = { isMember: true, isAway: false, nowMs: 0, asked: 0 };
  const checks = new MemberChecks(
    async () => {
      world.asked += 1;
      if (world.isAway) throw new Error('the database is away');
      return world.isMember;
    },
    () => world.nowMs,
  );
  return { world, checks };
}

test('the database is queried once in five seconds, however many pages are read', async () => {
  const { world, checks } = openChecks();
  for (const nowMs of [0, 0, 4_999]) {
    world.nowMs = nowMs;
    assert.equal(await checks.isMember(question), true);
  }
  assert.equal(world.asked, 1);
  assert.equal(await checks.isMember({ ...question, organizationId: 'org_2' }), true);
  assert.equal(world.asked, 2);
});

test('a removed member loses access after five seconds', async () => {
  const { world, checks } = openChecks();
  await checks.isMember(question);
  world.isMember = false;
  world.nowMs = 5_000;
  assert.equal(await checks.isMember(question), false);
});

test('while the database is down, only readers with a recent check get access; later it is queried again', async () => {
  const { world, checks } = openChecks();
  await checks.isMember(question);
  world.isAway = true;
  assert.equal(await checks.isMember(question), true);
  world.nowMs = 5_000;
  await assert.rejects(checks.isMember(question), /away/);
  world.isAway = false;
  assert.equal(await checks.isMember(question), true);
});
