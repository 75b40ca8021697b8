import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai';
import { sampleSite, type SamplePage } from '../testing/sample-site.ts';
import { serveSample } from '../testing/serve-sample.ts';
import { streamingModel } from '../testing/streaming-model.ts';

const pages: SamplePage[] = [
  {
    path: 'guides/keys',
    title: 'API keys',
    markdown: '## Rotate a key\n\nCreate a second key, then delete the first.',
  },
  { path: 'limits', title: 'Rate limits', markdown: 'A project has 600 requests a minute.' },
];
const question = (text: string, id = 'm1') => ({ id, role: 'user', parts: [{ type: 'text', text }] });

/** All fields of the responses in these tests; each response has some of them. */
interface Answered {
  readonly text: string;
  readonly threadId: string;
  readonly outcome: string;
  readonly sources: readonly { readonly anchor: string }[];
  readonly error: string;
  readonly code: string;
  readonly hits: readonly { readonly path: string; readonly anchor: string }[];
  readonly url: string;
  readonly servers: readonly { readonly url: string }[];
  readonly transport: { readonly endpoint: string };
  readonly serverInfo: { readonly title: string };
}

interface Found {
  readonly path: string;
  readonly content: string;
  readonly metadata: { readonly anchor: string };
}

async function jsonOf<T = Answered>(answer: Response): Promise<T> {
  return (await answer.json()) as T;
}

function post(
  origin: string,
  body: unknown,
  headers: Record<string, string> = {},
  path = '/_docwright/assistant/message',
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  });
}

test('the AI SDK’s own client reads an answer: text, sources, outcome', async () => {
  await using site = await serveSample(sampleSite(pages));
  const transport = new DefaultChatTransport<UIMessage>({ api: `${site.origin}/_docwright/assistant/message` });
  const message: UIMessage = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'How do I rotate a key?' }] };
  const stream = await transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'c1',
    messageId: undefined,
    messages: [message],
    abortSignal: undefined,
  });
  let last: UIMessage | undefined;
  for await (const state of readUIMessageStream({ stream })) last = state;
  assert.deepEqual(last?.metadata, { outcome: 'answered' });
  const source = last?.parts.find((part) => part.type === 'source-url');
  assert.equal(source?.url, '/guides/keys#rotate-a-key');
  assert.match(JSON.stringify(last?.parts), /Create a second key/);
});

test('one JSON answer is returned on request, in the named thread', async () => {
  await using site = await serveSample(sampleSite(pages));
  const answer = await post(site.origin, {
    messages: [question('rotate a key')],
    threadId: 't1',
    responseType: 'text',
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('x-thread-id'), 't1');
  const { threadId, outcome, sources } = await jsonOf(answer);
  assert.deepEqual([threadId, outcome, sources[0]?.anchor], ['t1', 'answered', 'rotate-a-key']);
});

test('a repeated message receives the same answer without the model, unless regeneration is requested', async () => {
  const model = streamingModel((_, call) => `Answer ${call}: [Keys](/guides/keys).`);
  await using site = await serveSample(sampleSite(pages), { model });
  const body = { messages: [question('rotate')], threadId: 't1', responseType: 'text' };
  const texts: string[] = [];
  for (const extra of [{}, {}, { trigger: 'regenerate-message' }, { threadId: 't2' }])
    texts.push((await jsonOf(await post(site.origin, { ...body, ...extra }))).text);
  assert.deepEqual(texts, [
    'Answer 1: [Keys](/guides/keys).',
    'Answer 1: [Keys](/guides/keys).',
    'Answer 2: [Keys](/guides/keys).',
    'Answer 3: [Keys](/guides/keys).',
  ]);
});

test('a caller who knows a thread’s IDs but not its question receives a separate answer', async () => {
  const model = streamingModel((_, call) => `Answer ${call}: [Keys](/guides/keys).`);
  await using site = await serveSample(sampleSite(pages), { model });
  const body = { threadId: 't1', responseType: 'text' };
  await post(site.origin, { ...body, messages: [question('a secret question')] });
  const forged = await post(site.origin, { ...body, messages: [question('rotate: what was asked?')] });
  assert.match((await jsonOf(forged)).text, /^Answer 2/);
});

test('invalid input is rejected with the status and code for its kind', async () => {
  await using site = await serveSample(sampleSite(pages));
  const user = question('x');
  const cases: readonly (readonly [unknown, number, string])[] = [
    ['{', 400, 'request-invalid'],
    [null, 400, 'request-invalid'],
    [{ messages: 'x' }, 400, 'request-invalid'],
    [{ messages: [] }, 400, 'question-missing'],
    [{ messages: [{ role: 'assistant', parts: [{ type: 'text', text: 'x' }] }] }, 400, 'question-missing'],
    [{ messages: [question('   ')] }, 400, 'question-missing'],
    [{ messages: [question('x'.repeat(8_001))] }, 400, 'question-too-long'],
    [{ messages: [question('x'.repeat(1_100_000))] }, 413, 'body-too-large'],
    [{ messages: Array.from({ length: 10_000 }, () => ({ role: 'user', content: 'x' })) }, 400, 'too-many-messages'],
    [{ messages: [user], threadId: '../../x' }, 400, 'request-invalid'],
    [{ messages: [user], currentPath: 'x'.repeat(201) }, 400, 'request-invalid'],
    [{ messages: [user], retrievalPageSize: 0 }, 400, 'request-invalid'],
    [{ messages: [user], responseType: 'xml' }, 400, 'request-invalid'],
    [{ messages: [user], filter: [] }, 400, 'request-invalid'],
    [{ messages: [user], context: [{ type: 'x' }] }, 400, 'request-invalid'],
  ];
  for (const [body, status, code] of cases) {
    const answer = await post(site.origin, body);
    assert.equal(answer.status, status, JSON.stringify(body).slice(0, 80));
    const refused = await jsonOf(answer);
    assert.deepEqual(refused, { error: refused.error, code });
    assert.ok(refused.error.length > 10);
  }
  assert.deepEqual(site.errors, []);
});

test('requests from pages of other sites are rejected; requests from the site’s pages and from programs are accepted', async () => {
  await using site = await serveSample(sampleSite(pages));
  const body = { messages: [question('rotate a key')], responseType: 'text' };
  const statuses: number[] = [];
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    { origin: site.origin },
    {},
  ] as Record<string, string>[])
    statuses.push((await post(site.origin, body, headers)).status);
  assert.deepEqual(statuses, [403, 403, 403, 200, 200]);
});

test('messages per minute are limited, and the response says when to retry', async () => {
  await using site = await serveSample(sampleSite(pages), { messagesPerMinute: 2 });
  const body = { messages: [question('rotate a key')], responseType: 'text' };
  for (const status of [200, 200, 429]) assert.equal((await post(site.origin, body)).status, status);
  site.pass(59_000);
  assert.equal((await post(site.origin, body)).headers.get('retry-after'), '1');
  site.pass(1_000);
  assert.equal((await post(site.origin, body)).status, 200);
});

test('behind a proxy, limits apply to the address that the proxy reports', async () => {
  await using site = await serveSample(sampleSite(pages), {
    messagesPerMinute: 1,
    clientAddressHeader: 'X-Forwarded-For',
  });
  const body = { messages: [question('rotate a key')], responseType: 'text' };
  const from = (address: string) => post(site.origin, body, { 'x-forwarded-for': `203.0.113.9, ${address}` });
  assert.deepEqual([(await from('198.51.100.1')).status, (await from('198.51.100.2')).status], [200, 200]);
  assert.equal((await from('198.51.100.1')).status, 429);
});

test('one address can use at most half of the concurrent model answers, so another address still receives an answer', async () => {
  await using site = await serveSample(sampleSite(pages), {
    maxConcurrent: 4,
    model: streamingModel(() => undefined),
    clientAddressHeader: 'X-Forwarded-For',
  });
  const body = { messages: [question('rotate a key')] };
  const disconnected = new AbortController();
  const ask = (address: string) =>
    fetch(`${site.origin}/_docwright/assistant/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
      signal: disconnected.signal,
    });
  const noisy = [await ask('203.0.113.1'), await ask('203.0.113.1'), await ask('203.0.113.1')];
  const quiet = await ask('203.0.113.2');
  assert.deepEqual(
    [...noisy, quiet].map(({ status }) => status),
    [200, 200, 503, 200],
  );
  assert.equal(noisy[2]?.headers.get('retry-after'), '1');
  assert.equal((await jsonOf(noisy[2] ?? Response.error())).code, 'assistant-busy');
  disconnected.abort();
});

test('an answer without a model uses no slot', async () => {
  await using site = await serveSample(sampleSite(pages), { maxConcurrent: 1 });
  const body = { messages: [question('rotate a key')], responseType: 'text' };
  const answers = await Promise.all(Array.from({ length: 15 }, () => post(site.origin, body)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
});

test('an air-gapped site has no search, assistant or MCP server, regardless of the settings', async () => {
  const source = sampleSite(pages, { kind: 'air-gapped' });
  await using site = await serveSample(source, { search: 'on', assistant: 'on', mcp: 'on' });
  for (const path of [
    '/_docwright/search?q=key',
    '/mcp',
    '/.well-known/mcp',
    '/.well-known/mcp.json',
    '/_docwright/assistant/message',
  ])
    assert.equal((await fetch(`${site.origin}${path}`)).status, 404, path);
});

test('a version without the search feature has no search service, unless the operator turns it on', async () => {
  const source = sampleSite(pages, { kind: 'client-hosted', features: {} });
  await using without = await serveSample(source);
  assert.equal((await fetch(`${without.origin}/_docwright/search?q=key`)).status, 404);
  await using on = await serveSample(source, { search: 'on' });
  assert.equal((await fetch(`${on.origin}/_docwright/search?q=key`)).status, 200);
});

test('the dialog’s search and the API’s search return the same first result', async () => {
  await using site = await serveSample(sampleSite(pages, { basePath: '/docs' }));
  const dialog = await jsonOf(await fetch(`${site.origin}/docs/_docwright/search?q=rotate%20key&limit=1`));
  assert.deepEqual([dialog.hits[0]?.path, dialog.hits[0]?.anchor], ['guides/keys', 'rotate-a-key']);
  const program = await post(site.origin, { query: 'rotate key', pageSize: 1 }, {}, '/docs/_docwright/search');
  const [first] = await jsonOf<readonly Found[]>(program);
  assert.deepEqual([first?.path, first?.metadata.anchor], ['guides/keys', 'rotate-a-key']);
  assert.match(first?.content ?? '', /second key/);
});

test('a search in a damaged index is answered with 503, and pages still work', async () => {
  const source = sampleSite(pages, { files: { '_docwright/search/index.json': '{"version":1,"scopes":[{' } });
  await using site = await serveSample(source);
  const answer = await fetch(`${site.origin}/_docwright/search?q=key`);
  assert.equal(answer.status, 503);
  assert.equal((await jsonOf(answer)).code, 'site-unavailable');
  assert.equal(site.errors.length, 1);
  assert.equal((await fetch(`${site.origin}/guides/keys`)).status, 200);
});

test('the MCP SDK’s own client lists the tools and calls each', async () => {
  await using site = await serveSample(sampleSite(pages));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${site.origin}/mcp`)));
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['search', 'read_page', 'list_pages', 'read_operation'],
  );
  const call = async (name: string, args: object) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...args } });
    return `${isError === true ? 'error ' : ''}${JSON.stringify(content)}`;
  };
  assert.match(await call('search', { query: 'rotate key' }), /\/guides\/keys#rotate-a-key: API keys › Rotate a key/);
  assert.match(await call('read_page', { path: 'limits' }), /600 requests a minute/);
  assert.match(await call('list_pages', {}), /\/limits: Rate limits/);
  assert.match(await call('read_page', { path: 'none' }), /^error .*no page/);
  assert.match(await call('read_operation', { id: 'none' }), /^error .*doesn't document the operation none/);
  await client.close();
});

test('an MCP server is described at well-known addresses, and rejects other hosts’ pages and GET requests', async () => {
  await using site = await serveSample(sampleSite(pages, { basePath: '/docs' }));
  const names = ['mcp', 'mcp.json', 'mcp/server-card.json'];
  for (const path of names.flatMap((name) => [`/.well-known/${name}`, `/docs/.well-known/${name}`])) {
    const card = await jsonOf(await fetch(`${site.origin}${path}`));
    assert.deepEqual([card.transport.endpoint, card.serverInfo.title], ['/docs/mcp', 'Sample']);
    assert.deepEqual([card.url, card.servers[0]?.url], ['/docs/mcp', '/docs/mcp']);
  }
  const answer = await post(site.origin, {}, { origin: 'https://evil.example' }, '/docs/mcp');
  assert.deepEqual([answer.status, (await jsonOf(answer)).code], [403, 'origin-not-allowed']);
  assert.equal((await fetch(`${site.origin}/docs/mcp`)).status, 405);
});

test('a batch of MCP messages is rejected as a whole, and counts as one use', async () => {
  await using site = await serveSample(sampleSite(pages), { searchesPerMinute: 2 });
  const accept = { accept: 'application/json, text/event-stream' };
  const search = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'search', arguments: { query: 'key' } },
  });
  const batch = Array.from({ length: 100 }, (_, id) => search(id));
  const refused = await post(site.origin, batch, accept, '/mcp');
  assert.equal(refused.status, 400);
  assert.deepEqual(await refused.json(), {
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_600, message: 'Batches are not supported: send each message in its own request.' },
  });
  assert.equal((await post(site.origin, search(1), accept, '/mcp')).status, 200);
  assert.equal((await post(site.origin, search(2), accept, '/mcp')).status, 429);
});
