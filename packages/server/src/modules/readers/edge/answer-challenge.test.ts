import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '@docwright/site-server';
import { challengePrefix, createAnswerChallenge, type OpenChallenge } from './answer-challenge.ts';
import { createMayHaveCertificate } from './may-have-certificate.ts';

const domain = 'docs.example.com';
const token = 'T'.repeat(20);

/** Orders with an array as their database. */
function openOrders() {
  const world = { nowMs: 5_000, lists: 0, finds: 0, open: [] as OpenChallenge[] };
  const answerChallenge = createAnswerChallenge({
    listOpen: async () => {
      world.lists += 1;
      return [...world.open];
    },
    find: async (question) => {
      world.finds += 1;
      return world.open.find((one) => one.token === question.token && one.domain === question.domain)?.answer;
    },
    nowMs: () => world.nowMs,
  });
  const ask = async (asked: string, network: string, host = domain): Promise<string | false> => {
    let sent = '';
    const send = (_status: number, _headers: readonly string[], body: Buffer): void => void (sent = body.toString());
    const exchange = { send } as unknown as Exchange;
    const isAnswered = await answerChallenge(
      exchange,
      { domain: host, pathname: `${challengePrefix}${asked}` },
      network,
    );
    return isAnswered ? sent : false;
  };
  return { world, ask };
}

test('while strangers request made-up tokens at the full rate, the authority’s request is answered from memory', async () => {
  const { world, ask } = openOrders();
  world.open.push({ token, domain, answer: 'the proof' });
  const made = (n: number) => ask(`made-up-token-${1_000 + n}`, `stranger ${n % 100}`).catch(() => 'refused');
  const answers = await Promise.all(Array.from({ length: 1_000 }, (_, n) => made(n)));
  assert.equal(answers.filter((answer) => answer === false).length, 50);
  assert.equal(answers.filter((answer) => answer === 'refused').length, 950);
  assert.equal(await ask(token, 'authority'), 'the proof');
  await assert.rejects(ask(token, 'authority', 'other.example.com'), { name: 'LookupLimitReached' });
  assert.deepEqual([world.lists, world.finds], [1, 50]);
});

test('an order that is newer than the list is found by a lookup, which doesn’t count toward the client’s limit', async () => {
  const { world, ask } = openOrders();
  assert.equal(await ask(token, 'authority'), false);
  world.open.push({ token, domain, answer: 'the proof' });
  for (let asked = 0; asked < 100; asked += 1) assert.equal(await ask(token, 'authority'), 'the proof');
  assert.deepEqual([world.lists, world.finds], [1, 101]);
  world.nowMs += 1_000;
  assert.equal(await ask(token, 'authority'), 'the proof');
  assert.deepEqual([world.lists, world.finds], [2, 101]);
});

test('a client that requests made-up names doesn’t use up a proxy’s lookups, and existing names don’t count', async () => {
  const mayHaveCertificate = createMayHaveCertificate({
    sitesDomain: 'sites.example',
    isSite: async (asked) => asked.kind === 'domain' && asked.domain === domain,
    nowMs: () => 5_000,
  });
  const names = Array.from({ length: 500 }, (_, n) => `made-up-${n}.example.net`);
  const asked = await Promise.allSettled(names.map((name) => mayHaveCertificate(name, 'stranger')));
  assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 100);
  for (let n = 0; n < 500; n += 1) assert.equal(await mayHaveCertificate(domain, 'proxy'), true);
});
