/**
 * The maximum cost of a request to a site's services, counted in bytes read from the site, so that it is the same on
 * every machine.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SiteSource } from '@docwright/site-server';
import { sampleSite } from '../testing/sample-site.ts';
import { serveSample } from '../testing/serve-sample.ts';
import { defaultServiceSettings } from './service-settings.ts';

const words = (count: number, from: number): string =>
  Array.from({ length: count }, (_, at) => `word${(from + at) % 5_000}`).join(' ');
const pages = Array.from({ length: 200 }, (_, at) => ({
  path: `page-${at}`,
  title: `Page ${at}`,
  markdown: `## Part\n\n${words(200, at * 20)}`,
}));

/** Maximum number of bytes read per byte of a response: a page and its anchors. */
const perByte = 4;
const fixed = 16 * 1024;

interface Request {
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const search = '/_docwright/search';
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const tool = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const everyWord = words(110, 0).slice(0, 1_000);

const answered: readonly Request[] = [
  { name: 'search', path: `${search}?q=word7` },
  { name: 'search of many words', path: `${search}?q=${encodeURIComponent(everyWord)}&limit=50` },
  { name: 'search that finds nothing', path: `${search}?q=zzzzzzzzzz` },
  { name: 'search by a program', path: search, body: { query: everyWord, pageSize: 50 } },
  { name: 'profile', path: '/_docwright/assistant' },
  { name: 'MCP, list of tools', path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  { name: 'MCP, search', path: '/mcp', body: tool('search', { query: 'word7' }) },
  { name: 'MCP, page', path: '/mcp', body: tool('read_page', { path: 'page-7' }) },
  { name: 'MCP, missing page', path: '/mcp', body: tool('read_page', { path: 'nothing' }) },
  { name: 'MCP, card', path: '/.well-known/mcp.json' },
];

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
/** The body of a program: `fetch` can send text only as UTF-8. */
const notUtf8 = new Uint8Array(Buffer.from('{"query":"caf\xe9","messages":[]}', 'latin1'));
const refused: readonly (Request & { readonly status: number })[] = [
  ...['/mcp', search, '/_docwright/assistant/message', '/_docwright/assistant/rating'].flatMap((path) => [
    {
      name: 'another origin',
      path,
      body: { query: 'word7' },
      headers: { origin: 'https://evil.example' },
      status: 403,
    },
    { name: 'another method', path, method: 'PUT', status: 405 },
    { name: 'a body that is too large', path, body: 'a'.repeat(1_100_000), status: 413 },
    { name: 'invalid JSON', path, body: '{', status: 400 },
    { name: 'JSON that is nested too deeply', path, body: deep, status: 400 },
    { name: 'bytes that are not UTF-8', path, body: notUtf8, status: 400 },
  ]),
  { name: 'no query', path: search, status: 400 },
  { name: 'a query that is too long', path: `${search}?q=${'a'.repeat(1_001)}`, status: 400 },
  { name: 'too many results', path: `${search}?q=a&limit=2147483648`, status: 400 },
  { name: 'a batch', path: '/mcp', body: [tool('search', { query: 'word7' })], status: 400 },
  { name: 'a message without text', path: '/_docwright/assistant/message', body: { messages: [] }, status: 400 },
];

function counting(source: SiteSource) {
  const work = { bytes: 0 };
  const counted: SiteSource = new Proxy(source, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'read') return value.bind(target) as unknown;
      const read: SiteSource['read'] = async (file, encoding) => {
        const bytes = await target.read(file, encoding);
        work.bytes += bytes.length;
        return bytes;
      };
      return read;
    },
  });
  return { counted, work };
}

async function send(origin: string, { path, method, body, headers }: Request) {
  const answer = await fetch(`${origin}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...json, ...headers },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    }),
  });
  return { status: answer.status, text: await answer.text() };
}

test('once the index is in memory, a request reads at most 16 KB and four times the size of its response', async () => {
  const { counted, work } = counting(sampleSite(pages));
  await using site = await serveSample(counted, { searchesPerMinute: 1_000 });
  for (const request of answered) await send(site.origin, request);
  for (const request of answered) {
    work.bytes = 0;
    const { status, text } = await send(site.origin, request);
    const shown = `${request.name}: ${status}, ${text.length} bytes, ${work.bytes} read`;
    assert.equal(status, 200, shown);
    assert.ok(work.bytes <= perByte * text.length + fixed, shown);
  }
  assert.deepEqual(site.errors, []);
});

test('a rejected request reads no part of the site', async () => {
  const { counted, work } = counting(sampleSite(pages));
  await using site = await serveSample(counted, { searchesPerMinute: 1_000 });
  // The MCP server's name is read once.
  await send(site.origin, answered.find(({ path }) => path === '/mcp') ?? assert.fail());
  for (const { status: expected, ...request } of refused) {
    work.bytes = 0;
    const { status, text } = await send(site.origin, request);
    const shown = `${request.name} at ${request.path.slice(0, 40)}: ${text.slice(0, 200)}`;
    assert.deepEqual([status, work.bytes], [expected, 0], shown);
  }
  assert.deepEqual(site.errors, []);
});

test('a request beyond a limit reads no part of the site', async () => {
  const { counted, work } = counting(sampleSite(pages));
  const limits = { ...defaultServiceSettings, searchesPerMinute: 1, messagesPerMinute: 1 };
  await using site = await serveSample(counted, limits);
  const message = { messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'word7' }] }] };
  const requests = [
    { name: 'search', path: `${search}?q=word7` },
    { name: 'MCP', path: '/mcp', body: tool('search', { query: 'word8' }) },
    { name: 'message', path: '/_docwright/assistant/message', body: message },
  ];
  await send(site.origin, requests[0] ?? assert.fail());
  await send(site.origin, requests[2] ?? assert.fail());
  for (const request of requests) {
    work.bytes = 0;
    const { status, text } = await send(site.origin, request);
    assert.deepEqual([status, work.bytes], [429, 0], `${request.name}: ${text}`);
  }
});
