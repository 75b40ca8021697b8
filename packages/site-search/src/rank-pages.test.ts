import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createSearchIndex, searchIndex, type SearchPage, type SearchQueryOptions } from './index.ts';
import type { SearchSettings } from './create-search-index.ts';

function page(path: string, title: string, parts: Partial<SearchPage> & { readonly text?: string } = {}): SearchPage {
  const { text = '', ...rest } = parts;
  return {
    path,
    title,
    description: '',
    breadcrumbs: [],
    scope: '',
    facets: { language: 'en' },
    tags: [],
    boost: 1,
    keywords: [],
    sections: [{ headingId: '', heading: '', text }],
    ...rest,
  };
}

function indexOf(pages: readonly SearchPage[], settings?: SearchSettings): Map<string, Uint8Array> {
  const index = createSearchIndex();
  index.start(settings);
  for (const one of pages) index.add(one);
  return new Map(index.files().map(({ path, bytes }) => [path.replace('_docwright/search/', ''), Buffer.from(bytes)]));
}

async function find(files: ReadonlyMap<string, Uint8Array>, query: string, options?: SearchQueryOptions) {
  const read = (name: string) => {
    const bytes = files.get(name);
    return bytes === undefined ? Promise.reject(new Error(`no file ${name}`)) : Promise.resolve(bytes);
  };
  return searchIndex(read, query, options);
}

async function paths(files: ReadonlyMap<string, Uint8Array>, query: string, options?: SearchQueryOptions) {
  return (await find(files, query, options)).hits.map(({ path }) => path);
}

const manual = [
  page('auth', 'Authentication', { text: 'Every call carries a token.' }),
  page('deploy', 'Deployments', { text: 'Deploying takes a minute. Run it with --no-cache.' }),
  page('domain', 'Custom domain', { description: 'Serve the site under your own host name.' }),
  page('jobs', 'Create agent job', {
    text: 'Call createAgentJob, or POST /v2/agent. It sets retry_count. Error rate_limited.',
  }),
  page('pricing', 'Plans', { text: 'What each plan costs.' }),
];
const files = indexOf(manual);

test('an index with a different format version is rejected with a remedy, and other JSON is rejected', async () => {
  const manifest: unknown = JSON.parse(Buffer.from(files.get('index.json') ?? []).toString());
  const opened = (index: unknown) =>
    find(new Map([...files, ['index.json', Buffer.from(JSON.stringify(index))]]), 'authentication');
  for (const [version, remedy] of [
    [3, 'update it'],
    [1, 'export the site again'],
  ] as const)
    await assert.rejects(opened({ ...Object(manifest), version }), {
      message: `search index of format ${version}: this program reads format 2, ${remedy}`,
    });
  for (const index of [[], null, 7, { version: 2 }])
    await assert.rejects(opened(index), /index.json is not a search index/);
});

test('a word with a typo at its beginning, middle or end is found, and the correction is suggested', async () => {
  for (const typed of ['uthentication', 'puthentication', 'autehntication', 'authenticatoin', 'authenticatiom'])
    assert.equal((await paths(files, typed))[0], 'auth', typed);
  assert.equal((await find(files, 'puthentication ')).didYouMean, 'authentication');
  assert.equal((await find(files, 'authentication ')).didYouMean, undefined);
});

test('forms of a word match each other in the language of the pages', async () => {
  assert.equal((await paths(files, 'deployed '))[0], 'deploy');
  const german = indexOf([
    page('a', 'Häuser', { facets: { language: 'de' } }),
    page('b', 'Mäuse', { facets: { language: 'de' } }),
  ]);
  assert.deepEqual(await paths(german, 'haus '), ['a']);
  const russian = indexOf([
    page('a', 'Настройки', { facets: { language: 'ru' } }),
    page('b', 'Начало', { facets: { language: 'ru' } }),
  ]);
  assert.deepEqual(await paths(russian, 'настройка '), ['a']);
});

test('a question finds the page that uses technical terms for the same subject', async () => {
  assert.equal((await paths(files, 'how do i sign in'))[0], 'auth');
  assert.equal((await paths(files, 'how much does it cost'))[0], 'pricing');
  const logs = indexOf([...manual, page('logs', 'Audit log'), page('delivery', 'Delivery log')]);
  assert.equal((await paths(logs, 'how do i log in'))[0], 'auth');
});

test('a page is also found by its description', async () => {
  assert.deepEqual(await paths(files, 'host name'), ['domain']);
});

test('a name is found as a whole: a path, or a name in camel case, with underscores or with dashes', async () => {
  for (const name of [
    'createAgentJob',
    'POST /v2/agent',
    'v2/agent',
    'retry_count',
    'retryCount',
    'retry-count',
    'rate_limited',
  ])
    assert.deepEqual(await paths(files, name), ['jobs'], name);
  assert.deepEqual(await paths(files, '--no-cache'), ['deploy']);
});

test('the site’s synonyms match each other', async () => {
  const own = indexOf([page('a', 'Harbor'), page('b', 'Shipyard')], {
    synonyms: [['harbor', 'boat garage']],
    pinned: [],
  });
  assert.deepEqual(await paths(own, 'boat garage'), ['a']);
});

test('pinned pages are first for their query, in the site’s order, but not for another query', async () => {
  const pinned = [{ query: 'Getting deployments', paths: ['pricing', 'auth', 'gone'] }];
  const own = indexOf(manual, { synonyms: [], pinned });
  assert.deepEqual((await paths(own, 'getting  deployments')).slice(0, 3), ['pricing', 'auth', 'deploy']);
  assert.equal((await paths(own, 'deployments'))[0], 'deploy');
});

test('a filter keeps the pages of a version, group or tag, and pages that belong to all versions', async () => {
  const pages = [
    page('v1/keys', 'Keys', {
      scope: 'v1',
      facets: { version: 'v1', language: 'en' },
      breadcrumbs: ['Guides', 'Access'],
    }),
    page('v2/keys', 'Keys', {
      scope: 'v2',
      facets: { version: 'v2', language: 'en' },
      breadcrumbs: ['API'],
      tags: ['NEW'],
    }),
    page('keys', 'Keys', { breadcrumbs: ['Guides'] }),
  ];
  const own = indexOf(pages);
  const filtered = async (filter: SearchQueryOptions['filter'] & {}) => (await paths(own, 'keys', { filter })).sort();
  assert.deepEqual(await filtered({ version: 'v2' }), ['keys', 'v2/keys']);
  assert.deepEqual(await filtered({ section: 'Guides' }), ['keys', 'v1/keys']);
  assert.deepEqual(await filtered({ tag: 'NEW' }), ['v2/keys']);
  assert.deepEqual(await filtered({ tag: 'constructor' }), []);
});

test('a snippet is the matching passage if the page can be read, and otherwise the section’s beginning', async () => {
  const text = 'The first sentence. Rotate the signing secret every month. The last one.';
  const own = indexOf([page('secrets', 'Secrets', { text })]);
  const markdown = `# Secrets\n\nThe first sentence. **Rotate** the [signing secret](/x) every month. The last one.\n`;
  const [hit] = (await find(own, 'signing secret', { readPage: () => Promise.resolve(markdown) })).hits;
  assert.equal(hit?.snippet, 'Rotate the signing secret every month. The last one.');
  assert.equal((await find(own, 'signing secret')).hits[0]?.snippet, text);
});

test('scores are between 0 and 1, in descending order', async () => {
  for (const query of ['authentication', 'create agent job', 'deploy token plan', 'a'])
    for (const [index, { score }] of (await find(files, query)).hits.entries()) {
      assert.ok(score > 0 && score <= 1, `${query}: ${score}`);
      assert.ok(index === 0 || score <= ((await find(files, query)).hits[index - 1]?.score ?? 0), query);
    }
});

test('a question also finds pages that have only synonyms of its words', async () => {
  const site = indexOf([
    page('news', 'News', { text: 'We change what the editor shows: a typeface for code.' }),
    page('fonts', 'Fonts', { text: 'One for headings, one for text.' }),
  ]);
  assert.deepEqual(await paths(site, 'change typeface'), ['news']);
  assert.deepEqual(await paths(site, 'change the typeface'), ['news', 'fonts']);
});

test('for a question, the page about its subject ranks above a section that mentions its words in passing', async () => {
  const site = indexOf([
    page('faq', 'Questions', {
      sections: [
        { headingId: 'x', heading: 'Plans', text: 'Webhook, webhooks, webhook retries: see plans. More webhooks.' },
      ],
    }),
    page('hooks', 'Webhooks', {
      sections: [{ headingId: 'y', heading: 'Delivery', text: 'A delivery has retries.' }],
    }),
  ]);
  assert.equal((await paths(site, 'what about retries of webhooks'))[0], 'hooks');
});

test('for a question, a page that mentions the subject in several sections ranks above a page that mentions it once', async () => {
  const section = (heading: string, text: string) => ({ headingId: heading, heading, text });
  const site = indexOf([
    page('notes', 'Notes', {
      sections: [section('Parcels', 'A parcel is weighed.'), section('Other', 'Nothing of that.')],
    }),
    page('shipping', 'Shipping', {
      sections: [
        section('Labels', 'Each parcel has a label.'),
        section('Scales', 'A parcel is weighed.'),
        section('Vans', 'A parcel leaves the house once it is weighed.'),
      ],
    }),
  ]);
  assert.deepEqual(await paths(site, 'when is my parcel weighed', { perPage: 1 }), ['shipping', 'notes']);
  // For single words, the best matching section ranks first.
  assert.deepEqual(await paths(site, 'parcel weighed ', { perPage: 1 }), ['notes', 'shipping']);
});

test('a hit’s coverage of a query depends on the rarity of the words, and words that the site lacks count', async () => {
  const coverage = async (query: string) => (await find(files, query)).hits[0]?.coverage ?? 0;
  assert.ok((await coverage('custom domain')) > 0.999);
  const half = await coverage('custom domain zeppelins');
  assert.ok(half > 0.4 && half < 0.9, String(half));
  assert.ok((await coverage('what does a zeppelin museum cost')) < 0.5);
});

test('the last words of a long question count: question words don’t use up the limit', async () => {
  const question = 'what would it be that i have to do before and after this so that we can get all of the agent job';
  assert.equal((await paths(files, question))[0], 'jobs');
});

test('a damaged shard that claims gigabytes is rejected or has no hits', async () => {
  const withShard = (bytes: readonly number[]) =>
    new Map([...files].map(([name, own]) => [name, name.endsWith('.bin') ? Uint8Array.from(bytes) : own]));
  // A word of four gigabytes, and a word that shares more bytes than the previous word has.
  for (const bytes of [
    [0, 255, 255, 255, 255, 15],
    [9, 1, 97, 2],
  ])
    await assert.rejects(find(withShard(bytes), 'deploy'), /damaged index/);
  // A billion sections in six bytes.
  assert.deepEqual((await find(withShard([0, 1, 97, 255, 255, 255, 255, 7]), 'deploy')).hits, []);
});

test('a limit that is zero, negative or not a number returns no hits', async () => {
  for (const limit of [0, -1, NaN]) assert.deepEqual((await find(files, 'deploy', { limit })).hits, [], String(limit));
  assert.equal((await find(files, 'deploy', { limit: 1e9 })).hits.length, 1);
});

test('pinned pages keep their order, regardless of their titles', async () => {
  const pinned = [{ query: 'agent job', paths: ['auth', 'jobs'] }];
  const own = indexOf(manual, { synonyms: [], pinned });
  assert.deepEqual((await paths(own, 'agent job')).slice(0, 2), ['auth', 'jobs']);
});
