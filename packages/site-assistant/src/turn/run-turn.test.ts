import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APICallError } from 'ai';
import { ask } from '../testing/ask.ts';
import type { SamplePage } from '../testing/sample-site.ts';
import { streamingModel, promptTextOf } from '../testing/streaming-model.ts';

const keys: SamplePage = {
  path: 'guides/keys',
  title: 'API keys',
  links: ['https://help.example/keys'],
  markdown: `## Rotate a key

Create a second key, then delete the first. Ask [support](https://help.example/keys).

1. Run this:

   \`\`\`bash
   docs keys rotate
   \`\`\`

2. Wait a minute.

## Scopes

A key has scopes.`,
};
const limits: SamplePage = { path: 'limits', title: 'Rate limits', markdown: 'A project has 600 requests a minute.' };
const pages = [keys, limits];

test('without a model, the passage that answers is quoted with its source and its whole procedure', async () => {
  const { text, sources, end } = await ask(pages, 'How do I rotate a key?');
  assert.equal(end?.outcome, 'answered');
  assert.equal(end.usage.model, 'builtin/extracts-1');
  assert.equal(sources[0]?.url, '/guides/keys#rotate-a-key');
  assert.match(text, /1\. Run this:\n\n {3}```bash\n {3}docs keys rotate\n {3}```\n\n2\. Wait a minute\./);
});

test('without a model, a question that no page answers is reported as unanswered, with the most similar pages', async () => {
  const { text, sources, end } = await ask(pages, 'Does the key work with Salesforce calendars?');
  assert.equal(end?.outcome, 'unanswered');
  assert.deepEqual(sources, []);
  assert.match(text, /^The pages of this site don’t answer that\. The nearest matches:\n\n- \[API keys/);
});

test('if no word of a question is on any page, the site’s first pages are listed', async () => {
  const { text } = await ask(pages, 'Zwiebelkuchen?');
  assert.match(text, /nearest matches:\n\n- \[API keys\]\(\/guides\/keys\)\n- \[Rate limits\]\(\/limits\)/);
});

test('a model’s answer is sent with the sources that it names, and only with links that the pages have', async () => {
  const model = streamingModel(
    () =>
      'As [Rotate a key](/guides/keys#rotate-a-key) says, make a second one. See [support](https://help.example/keys), [this](https://evil.example) and [that](/nowhere). ![x](/guides/keys)',
  );
  const { text, sources, end } = await ask(pages, 'How do I rotate a key?', model);
  assert.equal(end?.outcome, 'answered');
  assert.deepEqual(
    sources.map(({ url }) => url),
    ['/guides/keys#rotate-a-key'],
  );
  assert.equal(
    text,
    'As [Rotate a key](/guides/keys#rotate-a-key) says, make a second one. See [support](https://help.example/keys), this and that. x',
  );
});

test('an anchor that a page doesn’t have is left out, and an unread page isn’t a source', async () => {
  const model = streamingModel(() => '[Keys](/guides/keys#nothing) and [limits](/limits#x).');
  const { text, sources } = await ask(pages, 'rotate', model, { retrievalPageSize: 1 });
  assert.deepEqual(
    sources.map(({ url }) => url),
    ['/guides/keys'],
  );
  assert.equal(text, '[Keys](/guides/keys) and limits.');
});

test('a page that the model reads with a tool becomes a source', async () => {
  const model = streamingModel((_, call) =>
    call === 1 ? [{ tool: 'read_page', input: { path: 'limits' } }] : 'There are [600](/limits).',
  );
  const { text, sources, end } = await ask(pages, 'rotate', model, { retrievalPageSize: 1 });
  assert.deepEqual([text, sources[0]?.path, end?.outcome], ['There are [600](/limits).', 'limits', 'answered']);
  assert.match(promptTextOf(model.requests[1] ?? { prompt: [] }), /600 requests a minute/);
});

test('an answer without a source is not shown; the best passages are shown instead', async () => {
  const model = streamingModel(() => 'Surely you know this.');
  const { text, sources, end } = await ask(pages, 'rotate a key', model);
  assert.equal(end?.outcome, 'answered');
  assert.equal(sources[0]?.url, '/guides/keys#rotate-a-key');
  assert.doesNotMatch(text, /Surely|don’t answer/);
  assert.match(text, /docs keys rotate/);
});

test('an answer without a source to a question that no page answers is replaced with the most similar pages', async () => {
  const model = streamingModel(() => 'Surely it does.');
  const { text, sources, end } = await ask(pages, 'Does the key work with Salesforce calendars?', model);
  assert.deepEqual([end?.outcome, sources], ['unanswered', []]);
  assert.doesNotMatch(text, /Surely/);
  assert.match(text, /^The pages of this site don’t answer that\..*nearest matches:\n\n- \[API keys/s);
});

test('if a model fails or never answers, a sentence and the best passages are shown', async () => {
  const overloaded = Object.assign(new Error('429'), { statusCode: 429 });
  for (const answer of [overloaded, undefined]) {
    const limits = { maxSteps: 2, timeoutMs: 50, maxOutputTokens: 100 };
    const { text, sources, end } = await ask(
      pages,
      'rotate a key',
      streamingModel(() => answer),
      { limits },
    );
    assert.equal(end?.outcome, 'failed');
    assert.match(text, /^The assistant can’t answer at the moment\. This is what the pages say:\n/);
    assert.equal(sources[0]?.url, '/guides/keys#rotate-a-key');
    assert.doesNotMatch(text, /429/);
  }
});

test('if a model fails and no page answers, a sentence is shown, alone or with the most similar pages', async () => {
  const model = streamingModel(() => new Error('down'));
  const { text } = await ask(pages, 'why is the moon purple', model);
  assert.match(text, /^The assistant can’t answer at the moment\.(?: The nearest matches:\n\n- |$)/);
});

test('a provider that fails temporarily is called again, unless it requests a pause of half a minute', async () => {
  const failure = (statusCode: number, responseHeaders: Record<string, string>) =>
    new APICallError({
      message: 'no',
      url: 'https://models.example',
      requestBodyValues: {},
      statusCode,
      responseHeaders,
    });
  for (const [error, requests] of [
    [failure(503, { 'retry-after-ms': '1' }), 2],
    [failure(429, { 'retry-after': '30' }), 1],
    [failure(429, { 'retry-after': 'Wed, 21 Oct 2065 07:28:00 GMT' }), 1],
    [failure(401, {}), 1],
  ] as const) {
    const model = streamingModel((_request, call) => (call === 1 ? error : '[Here](/guides/keys).'));
    const { end } = await ask(pages, 'rotate a key', model);
    const outcome = requests === 2 ? 'answered' : 'failed';
    assert.deepEqual([model.requests.length, end?.outcome], [requests, outcome]);
  }
});

test('a model that calls tools endlessly has a limited number of steps, and the last is for its answer', async () => {
  const model = streamingModel(({ toolChoice }) =>
    toolChoice?.type === 'none' ? '[Here](/guides/keys).' : [{ tool: 'search', input: { query: 'key' } }],
  );
  const limits = { maxSteps: 3, timeoutMs: 10_000, maxOutputTokens: 100 };
  const { end } = await ask(pages, 'rotate', model, { limits });
  assert.deepEqual([model.requests.length, end?.outcome], [3, 'answered']);
});

test('a reader who stops the answer gets an end event and nothing more', async () => {
  const stopped = AbortSignal.abort();
  const { text, end } = await ask(
    pages,
    'rotate',
    streamingModel(() => '[Here](/guides/keys).'),
    { signal: stopped },
  );
  assert.deepEqual([text, end?.outcome], ['', 'stopped']);
});

test('a quotation that isn’t on any page isn’t shown as a quotation', async () => {
  const model = streamingModel(
    () => '[Keys](/guides/keys):\n\n> Create a second key, then delete the first.\n\n> Keys never expire.\n',
  );
  const { text } = await ask(pages, 'rotate', model);
  assert.equal(text, '[Keys](/guides/keys):\n\n> Create a second key, then delete the first.\n\nKeys never expire.\n');
});

test('a question is about the version and language of the page on which it is asked, unless a filter overrides them', async () => {
  const page = (path: string, version: string, language: string): SamplePage => ({
    path,
    title: 'Rotate keys',
    version,
    language,
    markdown: `Create a second key, then delete the first: ${version}.`,
  });
  const versions = [page('v1/keys', 'v1', 'en'), page('v2/keys', 'v2', 'en'), page('fr/keys', 'v2', 'fr')];
  const urls = async (request: Parameters<typeof ask>[3]) =>
    (await ask(versions, 'rotate keys', undefined, request)).sources.map(({ url }) => url);
  assert.deepEqual(await urls({ currentPath: 'v1/keys' }), ['/v1/keys']);
  assert.deepEqual(await urls({ currentPath: 'fr/keys' }), ['/fr/keys']);
  assert.deepEqual(await urls({ currentPath: 'v1/keys', filter: { version: 'v2', language: 'en' } }), ['/v2/keys']);
  assert.equal((await urls({ currentPath: 'gone' })).length, 3);
});

test('a model that writes nothing counts as failed', async () => {
  const { end } = await ask(
    pages,
    'How do I rotate a key?',
    streamingModel(() => ''),
  );
  assert.equal(end?.outcome, 'failed');
});
