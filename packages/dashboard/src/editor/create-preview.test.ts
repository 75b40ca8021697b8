import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPreview } from './create-preview.ts';

const settle = () => new Promise(setImmediate);

function startPreview() {
  let now = 0;
  const requests: { content: string | undefined; end: (html: string | Error) => void }[] = [];
  const preview = createPreview({
    render: async (content) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      requests.push({ content, end: (html) => (html instanceof Error ? reject(html) : resolve(html)) });
      const html = await promise;
      return {
        url: `https://preview.example/${html}`,
        html,
        problems: [],
        expiresAt: new Date(now + 1000).toISOString(),
      };
    },
    schedule: (run) => {
      const timer = setImmediate(run);
      return () => clearImmediate(timer);
    },
    now: () => now,
  });
  return { preview, requests, pass: (ms: number) => (now += ms) };
}

test('text typed during a request is rendered once, by the next request', async () => {
  const { preview, requests } = startPreview();
  preview.request();
  await settle();
  preview.request(() => 'a');
  preview.request(() => 'ab');
  await settle();
  assert.equal(requests.length, 1);
  requests[0]?.end('saved');
  await settle();
  await settle();
  assert.deepEqual(
    requests.map(({ content }) => content),
    [undefined, 'ab'],
  );
  requests[1]?.end('new');
  await settle();
  const { url, latest } = preview.state.get();
  assert.deepEqual([url, latest?.html], ['https://preview.example/saved', 'new'], 'the frame stays open');
});

test('after the link has expired, the frame is reopened', async () => {
  const { preview, requests, pass } = startPreview();
  preview.request();
  await settle();
  requests[0]?.end('first');
  await settle();
  pass(2000);
  preview.request(() => 'x');
  await settle();
  await settle();
  requests[1]?.end('second');
  await settle();
  assert.equal(preview.state.get().url, 'https://preview.example/second');
});

test('after a failed request, the last document remains, and the next request works', async () => {
  const { preview, requests } = startPreview();
  preview.request();
  await settle();
  requests[0]?.end(new Error('no'));
  await settle();
  assert.equal((preview.state.get().error as Error).message, 'no');
  preview.request(() => 'x');
  await settle();
  await settle();
  requests[1]?.end('fine');
  await settle();
  assert.deepEqual([preview.state.get().error, preview.state.get().latest?.html], [undefined, 'fine']);
});
