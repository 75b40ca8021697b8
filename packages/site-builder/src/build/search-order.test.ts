import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchIndex } from '@docwright/site-search';
import { buildSite } from './build-site.ts';
import { createMemorySource } from '../source/memory-source.ts';

const operation = (summary: string, words: string) => ({
  post: {
    summary,
    parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' }, description: `The ${words} page.` }],
    requestBody: {
      content: {
        'application/json': {
          schema: { type: 'object', properties: { budget: { type: 'integer', description: `The ${words} budget.` } } },
        },
      },
    },
    responses: { 200: { description: `The ${words} response.` } },
  },
});
const spec = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  servers: [{ url: 'https://t.test' }],
  security: [{ key: [] }],
  paths: { '/a': operation('Create a job', 'monthly'), '/b': operation('Create a run', 'weekly') },
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'Rotate the master key first.' } },
  },
};
const config = {
  theme: 'mint',
  name: 'T',
  colors: { primary: '#0d9373' },
  navigation: {
    groups: [
      { group: 'Manual', pages: ['keys', 'limits'] },
      { group: 'API', openapi: 'openapi.json' },
    ],
  },
};

async function buildSearch(): Promise<(query: string) => Promise<string[]>> {
  const files = new Map<string, Uint8Array>();
  await buildSite({
    source: createMemorySource(
      Object.entries({
        'docs.json': JSON.stringify(config),
        'openapi.json': JSON.stringify(spec),
        'keys.mdx':
          '---\ntitle: Keys\n---\n\n## Change a key\n\nTo rotate the master key, stop the service and read the authorizations.',
        'limits.mdx':
          '---\ntitle: Limits\n---\n\n## Money\n\nA budget limits what a project spends. The body of a response names it.',
      }),
    ),
    clock: () => 0,
    emit: ({ path, bytes }) => void files.set(path, typeof bytes === 'string' ? Buffer.from(bytes) : bytes),
  });
  const read = (name: string): Promise<Uint8Array> =>
    Promise.resolve(files.get(`_docwright/search/${name}`) ?? new Uint8Array());
  return async (query) => (await searchIndex(read, query, { scope: '', limit: 8 })).hits.map(({ path }) => path);
}

const search = await buildSearch();

for (const [query, page] of [
  ['rotate master key', 'keys'],
  ['authorizations', 'keys'],
  ['budget', 'limits'],
  ['body response', 'limits'],
] as const)
  test(`"${query}" lists the page that explains it before operations that contain part of that name`, async () => {
    assert.equal((await search(query))[0], page);
  });

test('a search for words of a security scheme’s description finds the page about keys, and no operation', async () => {
  assert.deepEqual(new Set(await search('rotate master key')), new Set(['keys']));
});

test('an operation is found by its title, and by the names and descriptions of its fields', async () => {
  assert.equal((await search('create a run'))[0], 'api-reference/create-a-run');
  assert.equal((await search('weekly budget'))[0], 'api-reference/create-a-run');
});
