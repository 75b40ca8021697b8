/** Every output of a site with a restricted page and a public one with a restricted part: one row each. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SealedFile } from '@docwright/bundle';
import type { AccessRule } from '@docwright/site-access/rules';
import { createSearchIndex } from '@docwright/site-search';
import { makeBundle, serve } from './testing/bundle-server.ts';
import { makeFolder, startTestHost, type TestHost } from './testing/start-test-host.ts';

/** Occurs in restricted content only. */
const marker = 'zanzibar';
const nowhere = 'xxzanzxx';
const secret = 'a secret of the proxy';
const url = 'https://docs.example';
const access = { mode: 'proxy', url, proxyAddresses: '127.0.0.1', proxySecret: secret };
const partners: readonly AccessRule[] = [{ groupSets: [{ includes: ['partners'], excludes: [] }] }];
const signedIn: readonly AccessRule[] = [{ groupSets: [] }];
const features = { search: true, assistant: true, feedback: true, analytics: true, playground: true } as const;

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
const publicFiles: Record<string, string | Uint8Array> = {
  'index.html': html('Plans', 'Public plans'),
  'index.md': '# Plans\n\nPublic plans\n',
  '404.html': '<h1>Missing</h1>',
  'llms.txt': '# Docs\n- /\n',
  'llms-full.txt': '# Plans\n',
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
const sealed: readonly SealedFile[] = [
  seal('zanzibar.html', html('Zanzibar', 'Plans of zanzibar')),
  seal('zanzibar.md', '# Zanzibar\n\nPlans of zanzibar\n'),
  seal('images/plan.svg', '<svg><text>zanzibar</text></svg>'),
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

interface Row {
  readonly output: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const call = (name: string, input: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
});
const mcp = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const question = { messages: [{ role: 'user', content: 'What are the plans of zanzibar?' }], responseType: 'text' };
const rows: readonly Row[] = [
  { output: 'page', path: '/zanzibar' },
  { output: 'page by its file', path: '/zanzibar.html' },
  { output: 'navigation of a public page', path: '/' },
  { output: 'Markdown', path: '/zanzibar.md' },
  { output: 'Markdown of a public page', path: '/index.md' },
  { output: 'content negotiation', path: '/zanzibar', headers: { accept: 'text/markdown' } },
  { output: 'static file', path: '/images/plan.svg' },
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
];

describe('restricted content on a host', () => {
  let host: TestHost;
  const opened: AsyncDisposable[] = [];
  before(async () => {
    const bundle = await makeBundle({ files: publicFiles, sealed, features });
    const link = await serve((_request, response) => response.end(bundle));
    const folder = await makeFolder();
    host = await startTestHost(folder.path, { staticExport: { enabled: true, bundleUrl: link.origin }, access });
    opened.push(host, link, folder);
  });
  after(async () => {
    for (const one of opened) await one[Symbol.asyncDispose]();
  });

  const ask = async ({ path, headers = {}, body }: Row, groups: string): Promise<string> => {
    const reader = { 'x-forwarded-user': 'ada', 'x-forwarded-groups': groups, 'x-proxy-secret': secret };
    const answer = await fetch(`${host.address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...reader, ...headers },
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return `${answer.status} ${answer.headers.get('location') ?? ''}\n${await answer.text()}`.toLowerCase();
  };
  /** The same request for something that doesn't exist. */
  const elsewhere = ({ output, path, headers, body }: Row): Row => ({
    output,
    path: path.replace(marker, nowhere),
    ...(headers !== undefined && { headers }),
    ...(body !== undefined && { body: JSON.parse(JSON.stringify(body).replaceAll(marker, nowhere)) as object }),
  });
  const plain = (answer: string): string =>
    answer.replaceAll(nowhere, marker).replaceAll(/"(?:thread|message)?id":"[^"]*"/g, '');

  for (const row of rows) {
    test(`${row.output}: members of the group only`, async () => {
      const theirs = await ask(row, 'partners');
      assert.ok(/^(?:200|308) /.test(theirs) && theirs.includes(marker), theirs.slice(0, 400));
      const isNamed = JSON.stringify(row).includes(marker);
      for (const groups of ['staff', '']) {
        const others = await ask(row, groups);
        // A request that names it is answered as if it didn't exist; others don't mention it at all.
        if (isNamed) assert.equal(plain(others), plain(await ask(elsewhere(row), groups)));
        else assert.ok(!others.includes(marker), others.slice(0, 400));
      }
    });
  }
});
