import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemberGroups } from './member-groups.ts';

const question = { sessionId: 'ses_1', organizationId: 'org_1' };

function openGroups() {
  const world = { groups: ['staff'] as readonly string[] | undefined, isAway: false, nowMs: 0, asked: 0, reported: 0 };
  const members = new MemberGroups({
    select: async (_question: typeof question) => {
      world.asked += 1;
      if (world.isAway) throw new Error('the database is unavailable');
      return world.groups;
    },
    nowMs: () => world.nowMs,
    onOutage: () => void (world.reported += 1),
  });
  return { world, members };
}

test('the database is queried once in five seconds for a member, even if several pages are read', async () => {
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

test('while the database is unavailable, members who were checked keep access for an hour, and other sessions get none', async () => {
  const { world, members } = openGroups();
  await members.find(question);
  world.isAway = true;
  world.nowMs = 5_000;
  assert.deepEqual(await members.find(question), ['staff']);
  assert.equal(world.reported, 1);
  await assert.rejects(members.find({ ...question, sessionId: 'ses_2' }), /unavailable/);
  world.nowMs = 3_599_999;
  assert.deepEqual(await members.find(question), ['staff']);
  world.nowMs = 3_600_000;
  await assert.rejects(members.find(question), /unavailable/);
  world.isAway = false;
  world.groups = ['board'];
  assert.deepEqual(await members.find(question), ['board']);
});

test('while the database is unavailable, it is queried every two seconds, and a removal applies once it is back', async () => {
  const { world, members } = openGroups();
  await members.find(question);
  world.isAway = true;
  for (const nowMs of [5_000, 5_001, 6_999, 7_000]) {
    world.nowMs = nowMs;
    await members.find(question);
  }
  assert.equal(world.asked, 3);
  world.isAway = false;
  world.groups = undefined;
  world.nowMs = 9_000;
  assert.equal(await members.find(question), undefined);
  // An outage afterwards doesn't restore the member's access.
  world.isAway = true;
  world.nowMs = 20_000;
  assert.equal(await members.find(question), undefined);
});

test('a database that doesn’t respond delays a member by at most a second', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const world = { nowMs: 0, answer: Promise.resolve<readonly string[]>(['staff']) };
  const members = new MemberGroups({
    select: (_question: typeof question) => world.answer,
    nowMs: () => world.nowMs,
    onOutage: () => undefined,
  });
  await members.find(question);
  const late = Promise.withResolvers<readonly string[]>();
  world.answer = late.promise;
  world.nowMs = 5_000;
  const found = members.find(question);
  context.mock.timers.tick(1_000);
  assert.deepEqual(await found, ['staff']);
  // The late result still counts.
  late.resolve(['board']);
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(await members.find(question), ['board']);
});

test('a database that hangs is reported, and members who were already checked keep their access', async () => {
  const hanging = Promise.withResolvers<readonly string[]>();
  const answers: Promise<readonly string[]>[] = [Promise.resolve(['staff']), hanging.promise];
  const reported: unknown[] = [];
  let nowMs = 0;
  const members = new MemberGroups({
    select: () => answers.shift() ?? Promise.reject(new Error('asked again')),
    nowMs: () => nowMs,
    onOutage: (error) => void reported.push(error),
    wait: () => Promise.resolve(),
  });
  await members.find(question);
  nowMs = 5_000;
  assert.deepEqual(await members.find(question), ['staff']);
  assert.match(String(reported), /hasn't answered within 1000 ms/);
  hanging.resolve(['board']);
  await hanging.promise;
  assert.deepEqual(await members.find(question), ['board']);
});
