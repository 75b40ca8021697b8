/**
 * A site with a restricted page and public pages with restricted parts, and one row with a request for each output.
 * Tests of live sites, previews and hosts use the same rows.
 */
import assert from 'node:assert/strict';
import type { SealedFile } from '@docwright/bundle';
import type { AccessRule } from '@docwright/site-access/rules';
import { createSearchIndex } from '@docwright/site-search';
import { openBundleSource, SharedReads, type SiteSource } from '../index.ts';
import { makeBlob } from './make-blob.ts';

/** Occurs only in restricted content. */
const marker = 'zanzibar';
const nowhere = 'zxzanzxx';
const partners: readonly AccessRule[] = [{ groupSets: [{ includes: ['partners'], excludes: [] }] }];
const signedIn: readonly AccessRule[] = [{ groupSets: [] }];
export const restrictedSiteFeatures = {
  search: true,
  assistant: true,
  feedback: true,
  analytics: true,
  playground: true,
} as const;

function indexOf(path: string, title: string, body: string): Record<string, string | Uint8Array> {
  const index = createSearchIndex();
  index.start();
  const sections = [{ headingId: '', heading: '', text: body }];
  const page = { path, title, description: '', breadcrumbs: [], scope: '', facets: { language: 'en' }, tags: [] };
  index.add({ ...page, sections, boost: 1, keywords: [] });
  return Object.fromEntries(index.files().map((file) => [file.path, file.bytes]));
}

const html = (title: string, body: string): string =>
  `<!doctype html><title>${title}</title><nav></nav><h1>${title}</h1><div id="content"><p>${body}</p></div>`;
export const publicFiles: Record<string, string | Uint8Array> = {
  'index.html': html('Plans', 'Public plans'),
  'index.md': '# Plans\n\nPublic plans\n',
  '404.html': '<h1>Missing</h1>',
  'llms.txt': '# Docs\n- /\n',
  'llms-full.txt': '# Plans\n',
  'skill.md': '# Skill\n',
  'sitemap.xml': '<urlset></urlset>',
  'rss.xml': '<rss></rss>',
  'openapi.json': '{"paths":{}}',
  'redirects.json': '{"version":1,"redirects":[]}',
  '_docwright/pages.json':
    '{"formatVersion":1,"name":"Docs","pages":[{"path":"index","title":"Plans","breadcrumbs":[]}]}',
  '_docwright/playground.json': '{"formatVersion":1,"operations":[]}',
  ...indexOf('index', 'Plans', 'Public plans'),
};

/** Inserts text for partners before the last occurrence of `before`. */
function edit(path: string, before: string, insert: string): SealedFile {
  const at = Buffer.from(publicFiles[path] ?? '').lastIndexOf(before);
  assert.ok(at >= 0, path);
  const choices = [{ when: partners, insert: Buffer.from(insert) }];
  return { path, when: undefined, bytes: undefined, edits: [{ at, remove: 0, choices }] };
}

const seal = (path: string, bytes: string | Uint8Array, when = partners): SealedFile => ({
  path,
  when,
  bytes: Buffer.from(bytes),
  edits: [],
});

const restrictedIndex = Object.entries(indexOf('zanzibar', 'Zanzibar', 'Plans of zanzibar')).map(([path, bytes]) =>
  seal(path.replace('search/index.json', 'search/zanzibar.json'), bytes),
);
const listed = '{"manifest":"_docwright/search/zanzibar.json"}';
export const sealedFiles: readonly SealedFile[] = [
  seal('zanzibar.html', html('Zanzibar', 'Plans of zanzibar')),
  seal('zanzibar.md', '# Zanzibar\n\nPlans of zanzibar\n'),
  seal('_docwright/social/zanzibar.png', 'image of zanzibar'),
  edit('skill.md', '\n', '\n- Ask about zanzibar'),
  seal('images/plan.svg', '<svg><text>zanzibar</text></svg>'),
  seal('_docwright/assets/zanzibar.png', 'icon of zanzibar'),
  seal('schemas/zanzibar.yaml', 'Plan: {description: zanzibar}'),
  edit('index.html', '</nav>', '<a href="/zanzibar">Zanzibar</a>'),
  edit('index.md', '\n', ' and zanzibar'),
  edit('llms.txt', '\n', '\n- /zanzibar'),
  edit('llms-full.txt', '\n', '\n# Zanzibar'),
  edit('sitemap.xml', '</urlset>', '<url>/zanzibar</url>'),
  edit('rss.xml', '</rss>', '<item>zanzibar</item>'),
  edit('openapi.json', '}}', '"/zanzibar":{}'),
  edit('redirects.json', ']', '{"source":"/old","destination":"/zanzibar","status":308}'),
  edit('_docwright/pages.json', ']}', ',{"path":"zanzibar","title":"Zanzibar","breadcrumbs":[]}'),
  ...restrictedIndex.filter(({ path }) => publicFiles[path] === undefined),
  {
    path: '_docwright/search/restricted.json',
    when: signedIn,
    bytes: Buffer.from('{"indexes":[]}'),
    edits: [{ at: 12, remove: 0, choices: [{ when: partners, insert: Buffer.from(listed) }] }],
  },
];

export interface OutputRow {
  readonly output: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Set if no response contains the output: requests for it are compared with requests for nonexistent content. */
  readonly isSilent?: boolean;
}

const call = (name: string, input: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
});
const mcp = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const question = { messages: [{ role: 'user', content: 'What are the plans of zanzibar?' }], responseType: 'text' };
export const outputRows: readonly OutputRow[] = [
  { output: 'page', path: '/zanzibar' },
  { output: 'page by its file', path: '/zanzibar.html' },
  { output: 'navigation of a public page', path: '/' },
  { output: 'Markdown', path: '/zanzibar.md' },
  { output: 'Markdown of a public page', path: '/index.md' },
  { output: 'content negotiation', path: '/zanzibar', headers: { accept: 'text/markdown' } },
  { output: 'static file', path: '/images/plan.svg' },
  { output: 'part of a static file', path: '/images/plan.svg', headers: { range: 'bytes=5-40' } },
  { output: 'social image', path: '/_docwright/social/zanzibar.png' },
  { output: 'icon of a restricted node', path: '/_docwright/assets/zanzibar.png' },
  { output: 'file that a specification refers to', path: '/schemas/zanzibar.yaml' },
  { output: 'skill.md', path: '/skill.md' },
  { output: 'llms.txt', path: '/llms.txt' },
  { output: 'llms-full.txt', path: '/llms-full.txt' },
  { output: 'sitemap', path: '/sitemap.xml' },
  { output: 'feed', path: '/rss.xml' },
  { output: 'specification', path: '/openapi.json' },
  { output: 'redirect', path: '/old' },
  { output: 'list of pages', path: '/_docwright/pages.json' },
  { output: 'list of search indexes', path: '/_docwright/search/restricted.json' },
  { output: 'search', path: '/_docwright/search?q=plans%20zanzibar' },
  { output: 'assistant', path: '/_docwright/assistant/message', body: question },
  { output: 'MCP search', path: '/mcp', headers: mcp, body: call('search', { query: 'zanzibar plans' }) },
  { output: 'MCP page', path: '/mcp', headers: mcp, body: call('read_page', { path: 'zanzibar' }) },
  { output: 'MCP list of pages', path: '/mcp', headers: mcp, body: call('list_pages', {}) },
  { output: 'page under another spelling', path: '/%7Aanzibar', isSilent: true },
  { output: 'page with a slash', path: '/zanzibar/', isSilent: true },
  { output: 'page through dots', path: '/x/..%2fzanzibar', isSilent: true },
  { output: 'search by a program', path: '/_docwright/search', body: { query: 'plans zanzibar' } },
  {
    output: 'MCP list of tools',
    path: '/mcp',
    headers: mcp,
    body: { ...call('', {}), method: 'tools/list', params: {} },
    isSilent: true,
  },
  { output: 'card of the MCP server', path: '/.well-known/mcp/server-card.json', isSilent: true },
  { output: 'profile of the assistant', path: '/_docwright/assistant', isSilent: true },
  { output: 'feedback', path: '/feedback', body: { path: '/zanzibar', feedback: 'Not clear' }, isSilent: true },
  {
    output: 'events',
    path: '/_docwright/events',
    body: { events: [{ type: 'view', path: '/zanzibar' }] },
    isSilent: true,
  },
  { output: 'missing page', path: '/zanzibah', isSilent: true },
];

/** Returns rows for callers with an API key, who specify the groups in `filter.groups`. */
export const apiRows = (domain: string): readonly OutputRow[] => [
  { output: 'discovery search', path: `/discovery/v1/search/${domain}`, body: { query: 'plans zanzibar' } },
  { output: 'discovery page', path: `/discovery/v1/page/${domain}`, body: { path: 'zanzibar' } },
  { output: 'discovery of a public page', path: `/discovery/v1/page/${domain}`, body: { path: 'index' } },
  {
    output: 'assistant by API key',
    path: `/discovery/v2/assistant/${domain}/message`,
    body: {
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'What are the plans of zanzibar?' }] }],
      responseType: 'text',
    },
  },
];

/** Opens the site from a bundle, with its sealed part. */
export async function openRestrictedSource(): Promise<SiteSource> {
  const parts = { sealed: sealedFiles, isProtected: true, features: restrictedSiteFeatures };
  const { index, readRange } = await makeBlob(publicFiles, [], parts);
  return openBundleSource({ site: 'restricted', index, readRange, cache: new SharedReads() });
}

export interface OutputAnswer {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

/** @param groups the groups of a signed-in reader, separated by commas; `undefined` without sign-in */
export type AskFor = (row: OutputRow, groups: string | undefined) => Promise<OutputAnswer>;

/** Returns the same request for something that doesn't exist. */
const elsewhere = (row: OutputRow): OutputRow => ({
  ...row,
  path: row.path.replace('anzibar', nowhere.slice(1)),
  ...(row.body !== undefined && {
    body: JSON.parse(JSON.stringify(row.body).replaceAll(marker, nowhere)) as object,
  }),
});

/**
 * @throws AssertionError if a reader without the group receives restricted content, or a reader with the group doesn't
 */
export async function checkOutput(row: OutputRow, ask: AskFor, others: readonly (string | undefined)[]): Promise<void> {
  const read = async (asked: OutputRow, groups: string | undefined): Promise<string> => {
    const { status, location, text } = await ask(asked, groups);
    return `${status} ${location}\n${text}`.toLowerCase();
  };
  if (row.isSilent !== true) {
    const theirs = await read(row, 'partners');
    assert.ok(/^(?:20[06]|308) /.test(theirs) && theirs.includes(marker), theirs.slice(0, 400));
  }
  const isNamed = /[z%]\w*anzibar/.test(JSON.stringify(row));
  for (const groups of others) {
    const answer = await read(row, groups);
    // A request for restricted content receives the response for nonexistent content; other responses don't mention it.
    if (isNamed) assert.equal(plain(answer), plain(await read(elsewhere(row), groups)), groups);
    else assert.ok(!answer.includes(marker), `${groups}: ${answer.slice(0, 400)}`);
  }
}

const plain = (answer: string): string =>
  answer
    .replaceAll(nowhere, marker)
    .replaceAll(nowhere.slice(1), marker.slice(1))
    .replaceAll(/"(?:thread|message|request)?id":"[^"]*"/g, '');
