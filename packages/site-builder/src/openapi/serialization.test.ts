import assert from 'node:assert/strict';
import { test } from 'node:test';

import { buildFixture, type BuiltSite } from '../testing/build-fixture.ts';
import { buildFetch } from './client/build-fetch.ts';
import type { PlaygroundData } from './client/playground-data.ts';

interface Operation {
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly servers?: readonly unknown[];
}

async function buildOperation(method: string, operation: Operation, servers?: readonly unknown[]): Promise<BuiltSite> {
  const responses = { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } } };
  const spec = {
    openapi: '3.1.0',
    info: { title: 'Ponds', version: '1' },
    servers: servers ?? [{ url: 'https://api.ponds.test/v1' }],
    paths: { '/ponds': { [method]: { summary: 'Ponds', ...operation, responses } } },
  };
  return buildFixture({
    'docs.json': JSON.stringify({
      theme: 'mint',
      name: 'Ponds',
      colors: { primary: '#0a7d55' },
      api: {
        openapi: 'openapi.json',
        examples: {
          languages: ['bash', 'python', 'javascript', 'php', 'ruby', 'powershell', 'csharp', 'kotlin', 'swift'],
        },
      },
      navigation: { pages: ['op'] },
    }),
    'openapi.json': JSON.stringify(spec),
    'op.mdx': `---\nopenapi: ${method.toUpperCase()} /ponds\n---\n`,
  });
}

/** The text of each sample, by the language of its code block. */
function samples(site: BuiltSite): string {
  const html = site.files.get('op.html') ?? '';
  return [...html.matchAll(/<code class="language-[\w+#-]+">(.*?)<\/code>/gs)]
    .map(([, code = '']) =>
      code
        .replace(/<[^>]*>/g, '')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    )
    .join('\n\n');
}

function playground(site: BuiltSite): PlaygroundData {
  const found = /<script type="application\/json" class="api-data">(.*?)<\/script>/s.exec(
    site.files.get('op.html') ?? '',
  );
  return JSON.parse(found?.[1] ?? '') as PlaygroundData;
}

const nothing = {
  server: 'https://api.ponds.test/v1',
  auth: [],
  credentials: [],
  body: undefined,
  bodyText: '',
  files: new Map(),
};

test('a parameter of style deepObject has a pair for each property, in samples and in the playground', async () => {
  const schema = {
    type: 'object',
    properties: { color: { type: 'string', example: 'red' }, depth: { type: 'integer', example: 4 } },
  };
  const filter = { name: 'filter', in: 'query', required: true, style: 'deepObject', explode: true, schema };
  const site = await buildOperation('get', { parameters: [filter] });
  assert.match(samples(site), /\/ponds\?filter%5Bcolor%5D=red&filter%5Bdepth%5D=4/, 'curl reads brackets as a range');
  assert.match(samples(site), /\/ponds\?filter\[color\]=red&filter\[depth\]=4/);
  assert.doesNotMatch(samples(site), /%7B/);
  const values = new Map([['query filter', '{"color": "dark blue", "depth": 2}']]);
  assert.equal(
    buildFetch(playground(site), { ...nothing, values }).url,
    'https://api.ponds.test/v1/ponds?filter[color]=dark%20blue&filter[depth]=2',
  );
});

test('generated values of lists and objects follow style and explode like given values', async () => {
  const list = { type: 'array', items: { type: 'string' } };
  const site = await buildOperation('get', {
    parameters: [
      { name: 'a', in: 'query', required: true, schema: { ...list, example: ['1', '2'] } },
      { name: 'b', in: 'query', required: true, explode: false, schema: { ...list, example: ['1', '2'] } },
      { name: 'c', in: 'query', required: true, style: 'pipeDelimited', schema: list, example: ['1', '2'] },
      {
        name: 'd',
        in: 'query',
        required: true,
        schema: { type: 'object', properties: { x: { type: 'integer', example: 7 } } },
      },
      { name: 'e', in: 'query', required: true, content: { 'application/json': { example: { y: 1 } } } },
    ],
  });
  assert.match(samples(site), /\?a=1&a=2&b=1,2&c=1%7C2&x=7&e=%7B%22y%22%3A1%7D/);
});

const upload = {
  type: 'object',
  properties: {
    'tags[]': { type: 'array', items: { type: 'string' }, example: ['aaa', 'bbb'] },
    owner: { type: 'object', properties: { nick: { type: 'string', example: 'ned' } } },
    photos: { type: 'array', items: { type: 'string', format: 'binary' } },
    notes: { type: 'string', example: 'a,b' },
  },
};

test('each list item, including files, is a separate part of a multipart body, and an object is a JSON part', async () => {
  const site = await buildOperation('post', {
    requestBody: {
      content: {
        'multipart/form-data': { schema: upload, encoding: { notes: { contentType: 'text/csv, text/plain' } } },
      },
    },
  });
  const text = samples(site);
  for (const part of [
    `--form 'tags[]=aaa'`,
    `--form 'tags[]=bbb'`,
    `--form 'photos=@example-file'`,
    `--form 'owner={"nick":"ned"};type=application/json'`,
    `--form 'notes=a,b;type=text/csv'`,
    `("owner", (None, "{\\"nick\\":\\"ned\\"}", "application/json"))`,
    `"tags[]": ["aaa", "bbb"]`,
    `form.append("tags[]", "bbb");`,
    `form.append("owner", new Blob(["{\\"nick\\":\\"ned\\"}"], { type: "application/json" }));`,
    `'tags[1]' => 'bbb'`,
    `new CURLStringFile('{"nick":"ned"}', '', 'application/json')`,
  ])
    assert.ok(text.includes(part), `${part}\n${text}`);
  assert.ok(!text.includes('["<file>"]'));

  const data = playground(site);
  const [body] = data.bodies;
  const values = new Map([
    ['body tags[]', 'x, y'],
    ['body owner', '{"nick": "a, b"}'],
    ['body notes', '1,2'],
  ]);
  const photos = [new File(['1'], '1.png'), new File(['2'], '2.png')];
  const built = buildFetch(data, { ...nothing, values, body, files: new Map([['photos', photos]]) });
  assert.ok(built.body instanceof FormData);
  const sent = await Promise.all(
    [...built.body].map(async ([name, value]) => [
      name,
      typeof value === 'string' ? value : await value.text(),
      typeof value === 'string' ? '' : value.type,
    ]),
  );
  assert.deepEqual(sent, [
    ['tags[]', 'x', ''],
    ['tags[]', 'y', ''],
    ['owner', '{"nick":"a, b"}', 'application/json'],
    ['photos', '1', ''],
    ['photos', '2', ''],
    ['notes', '1,2', 'text/csv, text/plain'],
  ]);
});

test('fields of forms and headers follow the style that the specification sets', async () => {
  const object = {
    type: 'object',
    properties: { R: { type: 'integer', example: 1 }, G: { type: 'integer', example: 2 } },
  };
  const schema = {
    type: 'object',
    properties: {
      deep: object,
      csv: upload.properties['tags[]'],
      scan: { type: 'string', contentMediaType: 'image/png' },
      code: { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' },
    },
  };
  const encoding = { deep: { style: 'deepObject' }, csv: { style: 'form', explode: false } };
  const header = { name: 'X-Colors', in: 'header', required: true, explode: true, schema: object };
  const multipart = samples(
    await buildOperation('post', {
      parameters: [header],
      requestBody: { content: { 'multipart/form-data': { schema, encoding } } },
    }),
  );
  for (const part of [
    `--header 'X-Colors: R=1,G=2'`,
    `--form 'deep[R]=1'`,
    `--form 'deep[G]=2'`,
    `--form 'csv=aaa,bbb'`,
    `--form 'scan=@example-file'`,
    `--form 'code=<string>'`,
  ])
    assert.ok(multipart.includes(part), `${part}\n${multipart}`);
  const content = { 'application/x-www-form-urlencoded': { schema, encoding } };
  const text = samples(await buildOperation('post', { requestBody: { content } }));
  for (const part of [`--data-urlencode 'deep[R]=1'`, `--data-urlencode 'csv=aaa,bbb'`])
    assert.ok(text.includes(part), `${part}\n${text}`);
});

test('lists in a urlencoded body repeat their name', async () => {
  const site = await buildOperation('post', {
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', properties: { ids: upload.properties['tags[]'] } },
        },
      },
    },
  });
  const text = samples(site);
  for (const part of [
    `--data-urlencode 'ids=aaa'`,
    `--data-urlencode 'ids=bbb'`,
    `new URLSearchParams([["ids", "aaa"], ["ids", "bbb"]])`,
    `'ids=aaa&ids=bbb'`,
    `"ids" => ["aaa", "bbb"]`,
  ])
    assert.ok(text.includes(part), `${part}\n${text}`);
});

for (const [server, url] of [
  ['//localhost:8080', 'https://localhost:8080/ponds'],
  ['//api.ponds.test/v2/', 'https://api.ponds.test/v2/ponds'],
  ['/v3', 'https://api.example.com/v3/ponds'],
] as const)
  test(`a request to the server ${server} is sent to ${url}`, async () => {
    const site = await buildOperation('get', {}, [{ url: server }]);
    assert.match(samples(site), new RegExp(`--url ${url.replaceAll('.', '\\.')}(?:\\s|$)`, 'm'));
  });
