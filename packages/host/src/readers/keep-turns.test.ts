import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { toDay } from '@docwright/site-server';
import { parseHostSettings } from '../settings/parse-settings.ts';
import { makeBundle, makeSite, serve } from '../testing/bundle-server.ts';
import { makeFolder, startTestHost } from '../testing/start-test-host.ts';
import { analyticsFolder, listDays, readDay } from './event-files.ts';
import { readHostFigures } from './read-analytics.ts';

const list = { formatVersion: 1, name: 'Docs', pages: [{ path: 'keys', title: 'Rotate API keys', breadcrumbs: [] }] };
const files = {
  ...makeSite('v1'),
  'keys.md': '# API keys\n\n## Rotate a key\n\nCreate a second key, then delete the first.\n',
  'keys.html': '<div id="content"><h2 id="rotate-a-key">Rotate a key</h2></div>',
  '_docwright/pages.json': JSON.stringify(list),
};

async function startSite(settings: object = {}, analytics = true) {
  const bundle = await makeBundle({ files, features: { assistant: true, analytics } });
  const link = await serve((_request, response) => response.end(bundle));
  const folder = await makeFolder();
  const staticExport = { enabled: true, bundleUrl: link.origin };
  const host = await startTestHost(folder.path, { staticExport, ...settings });
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${host.address}/_docwright/assistant/${path}`, { method: 'POST', body: JSON.stringify(body), headers });
  const days = analyticsFolder(folder.path, 'default');
  return {
    folder: folder.path,
    post,
    ask: async (content: string, more: object = {}, headers: Record<string, string> = {}) => {
      const asked = { messages: [{ role: 'user', id: 'm1', content }], responseType: 'text', ...more };
      const answer = await post('message', asked, headers);
      assert.equal(answer.status, 200);
      const { messageId } = (await answer.json()) as { readonly messageId: string };
      return { messageId, threadId: answer.headers.get('x-thread-id') ?? '' };
    },
    retentionDays: async () =>
      ((await (await fetch(`${host.address}/_docwright/assistant`)).json()) as { readonly retentionDays: number })
        .retentionDays,
    kept: async () =>
      (await Promise.all((await listDays(days)).map((day) => Array.fromAsync(readDay(days, day))))).flat(),
    figures: async () => (await readHostFigures(parseHostSettings({ dataDir: folder.path }), {})).assistant,
    lines: () => readFile(join(days, `${toDay(Date.now())}.jsonl`), 'utf8'),
    [Symbol.asyncDispose]: async () => {
      await host.stop();
      await link[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('a question is stored with its complete answer, but without the reader’s address and the thread’s ID', async () => {
  await using site = await startSite({ analytics: { days: 14 } });
  assert.equal(await site.retentionDays(), 14);
  const { messageId } = await site.ask('How do I rotate a key?', { threadId: 'secret-thread', currentPath: '/keys' });
  await site.ask('What does it weigh on Mars?', { threadId: 'secret-thread' }, { dnt: '1' });
  const [first, second, ...others] = await site.kept();
  assert.deepEqual(others, []);
  assert.partialDeepStrictEqual(first, {
    kind: 'question',
    answerId: messageId,
    question: 'How do I rotate a key?',
    sources: ['/keys#rotate-a-key'],
    outcome: 'answered',
    model: 'builtin/extracts-1',
  });
  assert.match(JSON.stringify(first), /Create a second key/);
  assert.match(String(first?.kind === 'question' && first.visitor), /^[0-9a-f]{32}$/);
  assert.partialDeepStrictEqual(second, { outcome: 'unanswered', visitor: null });
  assert.doesNotMatch(await site.lines(), /secret-thread|127\.0\.0\.1/);
  assert.partialDeepStrictEqual(await site.figures(), {
    answered: 1,
    unanswered: 1,
    open: [{ question: 'what does it weigh on mars?', times: 1 }],
  });
});

test('a repeated message has the same answer, and is stored once', async () => {
  await using site = await startSite();
  const asked = { threadId: 't' };
  const first = await site.ask('How do I rotate a key?', asked);
  const again = await site.ask('How do I rotate a key?', asked);
  assert.equal(again.messageId, first.messageId);
  assert.equal((await site.kept()).length, 1);
});

test('the last rating of an answer counts, and forged ratings are ignored', async () => {
  await using site = await startSite();
  const { messageId, threadId } = await site.ask('How do I rotate a key?');
  const vote = async (rating: unknown, more: object = {}) =>
    (await site.post('rating', { threadId, messageId, rating, ...more })).status;
  for (const rating of ['up', 'down', 'down', 'up', 'down']) assert.equal(await vote(rating), 200);
  assert.partialDeepStrictEqual(await site.figures(), { up: 0, down: 1 });
  const [asked, voted] = await site.kept();
  assert.equal(voted?.kind === 'vote' && voted.thread, asked?.kind === 'question' && asked.thread);
  for (const forged of [{ threadId: 'other' }, { messageId: 'made-up' }, { messageId: 'x'.repeat(100) }])
    assert.equal(await vote('up', forged), 404, JSON.stringify(forged));
  for (const wrong of [{ rating: 'best' }, { threadId: 7 }, { messageId: 'a\0' }, { messageId: 'x'.repeat(100_000) }])
    assert.ok((await vote('up', wrong)) >= 400, JSON.stringify(wrong).slice(0, 50));
  assert.partialDeepStrictEqual(await site.figures(), { up: 0, down: 1 });
  assert.equal(await vote(null), 200);
  assert.partialDeepStrictEqual(await site.figures(), { up: 0, down: 0 });
});

test('nothing is stored if conversations are off, or if the current version doesn’t count readers', async () => {
  for (const [settings, analytics] of [
    [{ analytics: { conversations: 'off' } }, true],
    [{ analytics: { mode: 'off' } }, true],
    [{}, false],
  ] as const) {
    await using site = await startSite(settings, analytics);
    const { messageId, threadId } = await site.ask('How do I rotate a key?');
    assert.equal(await site.retentionDays(), 0);
    assert.equal((await site.post('rating', { threadId, messageId, rating: 'up' })).status, 404);
    assert.deepEqual(await site.kept(), []);
  }
});

test('a question is not stored if its day has no space left, but it is still answered', async () => {
  await using site = await startSite({ analytics: { maxBytes: 1_048_576 } });
  const question = 'How do I rotate a key? '.repeat(340);
  for (let index = 0; index < 15; index += 1) await site.ask(question, { threadId: String(index) });
  const { length } = await site.lines();
  assert.ok(length > 50_000 && length <= 104_858, String(length));
});
