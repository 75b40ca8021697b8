import assert from 'node:assert/strict';
import { beforeEach, describe, mock, test } from 'node:test';
import type { SiteSource } from '@docwright/site-server';
import { openSiteKnowledge } from '../knowledge/open-site-knowledge.ts';
import { sampleSite, type SamplePage } from '../testing/sample-site.ts';
import type { Embedder } from './embedder.ts';
import { VectorCache } from './vector-cache.ts';
import { makeVectors } from './make-vectors.ts';
import { QueryEmbedder, type MeaningOutcome } from './query-embedder.ts';
import { readVectors } from './section-vectors.ts';

const pages: SamplePage[] = [
  { path: 'refunds', title: 'Refunds', markdown: 'Money goes back to the card.' },
  { path: 'webhooks', title: 'Webhooks', markdown: 'We tell your server of events.' },
  { path: 'limits', title: 'Limits', markdown: 'So many requests a minute.\n\n## Raise a limit\n\nWrite to us.' },
];

/** Topics: the vector of a text about one of them points in that topic's direction. */
const subjects = [
  /refund|money|customer paid/i,
  /webhook|server of events|let my program know/i,
  /limit|requests|too fast/i,
];
const embed = (text: string, dimensions = 3): number[] =>
  Array.from({ length: dimensions }, (_, place) => (subjects[place]?.test(text) ? 1 : 0.1));

describe('a search by meaning', () => {
  let asked: string[] = [];
  let outcomes: MeaningOutcome[] = [];
  let answer: (texts: readonly string[]) => Promise<number[][]>;
  let nowMs = 0;
  const embedder: Embedder = {
    model: 'test/three',
    embed: async (texts) => {
      asked.push(...texts);
      return answer(texts);
    },
  };
  beforeEach(() => {
    asked = [];
    outcomes = [];
    nowMs = 0;
    answer = async (texts) => texts.map((text) => embed(text));
  });
  const make = (source: SiteSource, bytes?: Buffer) =>
    makeVectors(source, { embedder, before: bytes && readVectors(bytes), signal: new AbortController().signal });
  const open = async (list = pages) => {
    const site = sampleSite(list);
    const bytes = (await make(site))?.bytes;
    asked = [];
    const meaning = {
      held: new VectorCache({ maxBytes: 1_000_000, nowMs: () => nowMs }),
      embedder: new QueryEmbedder({
        open: async () => embedder,
        nowMs: () => nowMs,
        count: (outcome) => outcomes.push(outcome),
        onError: () => undefined,
      }),
    };
    return openSiteKnowledge(Object.assign(site, { vectors: async () => bytes }), meaning);
  };
  const question = 'a customer paid twice, what now';

  test('finds a page without any word of the question, and embeds each question once', async () => {
    const knowledge = await open();
    for (let time = 0; time < 2; time++) assert.equal((await knowledge.search(question)).passages[0]?.path, 'refunds');
    assert.deepEqual([asked, outcomes], [[question], ['used', 'used']]);
  });

  test('leaves queries of two words to the search by words', async () => {
    const knowledge = await open();
    assert.equal((await knowledge.search('raise limit')).passages[0]?.anchor, 'raise-a-limit');
    assert.deepEqual([asked, outcomes], [[], []]);
  });

  test('uses only words if the model doesn’t respond within 200 ms', async () => {
    const knowledge = await open();
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { promise: isAsked, resolve } = Promise.withResolvers<void>();
      answer = () => {
        resolve();
        return new Promise(() => undefined);
      };
      const found = knowledge.search('how do I get webhooks');
      await isAsked;
      mock.timers.tick(199);
      await new Promise(setImmediate);
      assert.deepEqual(outcomes, []);
      mock.timers.tick(1);
      const { passages } = await found;
      assert.deepEqual([passages[0]?.path, outcomes], ['webhooks', ['slow']]);
    } finally {
      mock.timers.reset();
    }
  });

  test('uses only words if the model fails, has changed its vectors or returns invalid vectors, and pauses the model', async () => {
    const knowledge = await open();
    const ask = async (words: string) => (await knowledge.search(`how do I get webhooks ${words}`)).passages[0]?.path;
    for (const [words, bad] of [
      ['one', async () => [embed('webhook', 4)]],
      ['two', async () => []],
      ['three', async () => [[Number.NaN, 1, 1]]],
      ['four', async () => Promise.reject(new Error('503'))],
    ] as const) {
      answer = bad;
      assert.equal(await ask(words), 'webhooks', words);
    }
    answer = async (texts) => texts.map((text) => embed(text));
    assert.equal(await ask('five'), 'webhooks');
    nowMs += 31_000;
    assert.equal(await ask('six'), 'webhooks');
    assert.deepEqual(outcomes, ['no-vectors', 'failed', 'failed', 'failed', 'resting', 'used']);
  });

  test('embeds only changed sections, or all if the vectors are from another model', async () => {
    const first = await make(sampleSite(pages));
    const changed = pages.map((page) => (page.path === 'refunds' ? { ...page, markdown: 'Ask us for it.' } : page));
    asked = [];
    const second = await make(sampleSite(changed), first?.bytes);
    assert.deepEqual(asked, ['Refunds\nAsk us for it.']);
    assert.deepEqual([first?.asked, second?.asked, second?.sections], [4, 1, 4]);
    assert.deepEqual((await make(sampleSite(pages), second?.bytes))?.bytes, first?.bytes);
    answer = async (texts) => texts.map((text) => embed(text, 5));
    const other = await make(sampleSite([...pages, { path: 'new', title: 'New', markdown: 'News.' }]), first?.bytes);
    assert.deepEqual([other?.dimensions, other?.asked], [5, 5]);
  });

  test('rejects a vector file that is truncated or has bytes after its end', async () => {
    const bytes = (await make(sampleSite(pages)))?.bytes ?? Buffer.alloc(0);
    for (const cut of [
      bytes.subarray(0, 3),
      bytes.subarray(0, 40),
      bytes.subarray(0, -1),
      Buffer.concat([bytes, bytes]),
    ])
      assert.throws(() => readVectors(cut), /damaged|JSON/);
  });
});
