import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSite, checkSite } from '../build-site.ts';
import type { BuildReport, BuildRequest } from '../build-request.ts';
import { digestOf } from '../../text/digest-of.ts';
import { createMemorySource } from '../../source/memory-source.ts';
import { sampleRows } from '../../../../../scripts/sample-rows.ts';
import { BuildCache } from './build-cache.ts';

type Files = Readonly<Record<string, string>>;

const config = (changes: object = {}): string =>
  JSON.stringify({
    theme: 'mint',
    name: 'Site',
    colors: { primary: '#0d9373' },
    redirects: [{ source: '/old', destination: '/a' }],
    navigation: {
      tabs: [
        { tab: 'One', groups: [{ group: 'First', icon: 'rocket', pages: ['a', 'b', 'shared'] }] },
        { tab: 'Two', groups: [{ group: 'Second', icon: 'no-such-icon', pages: ['c', 'live', 'api'] }] },
      ],
    },
    ...changes,
  });

const spec = (summary: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/x': { get: { summary, parameters: [{ $ref: '#/nowhere' }], responses: { 200: { description: 'ok' } } } },
    },
  });

const site: Files = {
  'docs.json': config(),
  'a.mdx':
    '---\ntitle: A\nrelated: ["/nowhere", "/b"]\n---\nimport X from "/snippets/x.mdx";\n\n## Head\n\n<X name="one" /> [b](/b#part) [old](/old) ![p](/p.png) [file](/data.csv) [gone](/gone)\n\n<Card title="I" icon="/i.svg">text</Card>',
  'b.mdx':
    '---\ntitle: B\nrss: true\n---\n\n## Part\n\n<Update label="May" description="1">new</Update>\n\n$$x^2$$\n\n```js\nconst a = 1;\n```',
  'shared.mdx':
    '---\ntitle: Shared\n---\nimport X from "/snippets/x.mdx";\n\n<X name="two" /> <Missing />\n\n[to a](/a#head)',
  'c.mdx': '---\ntitle: C\nkeywords: ["word"]\n---\n\n<div className="text-red-500 mt-4">styled</div>\n\n[case](/A)',
  'live.mdx': '---\ntitle: Live\n---\nimport { Counter } from "/snippets/counter.jsx";\n\n<Counter />',
  'api.mdx': '---\ntitle: Call\nopenapi: "GET /x"\n---\n\nText.',
  'hidden.mdx': 'Not in the navigation, [c](/c).',
  'openapi.json': spec('Read x'),
  'snippets/x.mdx': 'import Y from "/snippets/y.mdx";\n\nHello {name}. <Y /> [c](/c)',
  'snippets/y.mdx': 'inner',
  'snippets/counter.jsx':
    'import { label } from "/snippets/label.jsx";\nexport const Counter = () => { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>{label} {n}</button>; };',
  'snippets/label.jsx': 'export const label = "Count";',
  'p.png': 'picture',
  'i.svg': '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>',
  'data.csv': '1,2',
};

/** Successive changes, each based on the previous ones; `undefined` removes a file. */
const mutations: readonly (readonly [name: string, changes: Readonly<Record<string, string | undefined>>])[] = [
  ['nothing', {}],
  ['a page', { 'b.mdx': '---\ntitle: B\nrss: true\n---\n\n## Other part\n\nnew text' }],
  ['a title', { 'b.mdx': '---\ntitle: Bee\n---\n\n## Other part\n\nnew text' }],
  ['a snippet', { 'snippets/x.mdx': 'Bye {name}. <Y />' }],
  ['a snippet inside a snippet', { 'snippets/x.mdx': site['snippets/x.mdx'], 'snippets/y.mdx': 'outer' }],
  ['an island', { 'snippets/counter.jsx': site['snippets/counter.jsx']?.replace('n + 1', 'n + 2') }],
  ['what an island imports', { 'snippets/label.jsx': 'export const label = "Sum";' }],
  ['a picture', { 'p.png': 'another picture' }],
  ['an icon', { 'i.svg': '<svg viewBox="0 0 2 2"><path d="M1 1"/></svg>' }],
  ['a removed icon', { 'i.svg': undefined }],
  ['a page that a broken link names', { 'gone.mdx': '---\ntitle: Gone\n---\n\nBack.' }],
  ['a missing file', { 'data.csv': undefined }],
  ['a heading that a link names', { 'a.mdx': `${site['a.mdx'] ?? ''}\n\n### Deeper\n\ntext` }],
  ['a renamed page', { 'c.mdx': undefined, 'd.mdx': site['c.mdx'] }],
  ['a deleted page', { 'shared.mdx': undefined }],
  ['the specification', { 'openapi.json': spec('Read it all') }],
  ['a specification without its path', { 'openapi.json': spec('Read').replace('"/x"', '"/y"') }],
  ['the configuration', { 'docs.json': config({ name: 'Another', banner: { content: 'See [a](/a)' } }) }],
  ['a banner with a fault', { 'docs.json': config({ banner: { content: 'See [nothing](/nothing)' } }) }],
  ['the page that was written first', { 'a.mdx': undefined }],
  ['the page again', { 'a.mdx': site['a.mdx'] }],
  [
    'languages with their own frames',
    {
      'docs.json': config({
        navigation: {
          languages: [
            { language: 'en', banner: { content: 'Hi [x](/x)' }, pages: ['a', 'b'] },
            { language: 'de', pages: ['d'] },
          ],
        },
      }),
    },
  ],
  [
    'the frame of a language',
    {
      'docs.json': config({
        navigation: {
          languages: [
            { language: 'en', banner: { content: 'Ho' }, pages: ['a', 'b'] },
            { language: 'de', pages: ['d'] },
          ],
        },
      }),
    },
  ],
  ['the navigation', { 'docs.json': config({ navigation: { pages: ['d', 'b', 'a'] } }) }],
  ['redirects', { 'docs.json': config({ redirects: [{ source: '/old', destination: '/d' }] }) }],
  ['variables', { 'docs.json': config({ variables: { v: 'x' } }), 'd.mdx': '---\ntitle: D\n---\n\n{{v}}' }],
  ['classes', { 'd.mdx': '---\ntitle: D\n---\n\n<p className="p-8 underline">x</p>' }],
  ['colors', { 'docs.json': config({ colors: { primary: '#aa0000' } }) }],
  ['another theme', { 'docs.json': config({ theme: 'maple' }) }],
  ['synonyms', { 'docs.json': config({ search: { synonyms: [['new', 'text', 'recent']] } }) }],
  ['other synonyms', { 'docs.json': config({ search: { synonyms: [['part', 'section']] } }) }],
  ['a page that search leaves out', { 'b.mdx': '---\ntitle: Bee\nnoindex: true\n---\n\n## Other part\n\nnew text' }],
  ['a page with another weight', { 'b.mdx': '---\ntitle: Bee\nboost: 3\n---\n\n## Other part\n\nnew text' }],
  ['a page without text', { 'b.mdx': '---\ntitle: Bee\n---\n' }],
  ['ignored files', { '.mintignore': 'gone.mdx' }],
  [
    'everything back',
    { ...Object.fromEntries(['d.mdx', 'gone.mdx', '.mintignore'].map((path) => [path, undefined])), ...site },
  ],
];

const settings = { siteUrl: 'https://docs.example.com', javaScript: 'sandboxed' } as const;

async function build(files: ReadonlyMap<string, string>, cache?: BuildCache) {
  const output = new Map<string, string>();
  const report = await buildSite({
    source: createMemorySource(files),
    settings,
    clock: () => 0,
    emit: ({ path, bytes }) => void output.set(path, Buffer.from(bytes).toString('base64')),
    ...(cache === undefined ? {} : { cache }),
  });
  return { output, report: withoutMemory(report) };
}

const builtStates = new Map<string, ReturnType<typeof build>>();

/** Builds a state without a cache, only once, because several tests compare their builds with it. */
function buildState(files: ReadonlyMap<string, string>): ReturnType<typeof build> {
  const key = JSON.stringify([...files]);
  const built = builtStates.get(key) ?? build(files);
  builtStates.set(key, built);
  return built;
}

const withoutMemory = ({ peakMemoryBytes: _peak, ...report }: BuildReport) => report;

function* states() {
  const files = new Map(Object.entries(site));
  for (const [name, changes] of mutations) {
    for (const [path, content] of Object.entries(changes)) {
      if (content === undefined) files.delete(path);
      else files.set(path, content);
    }
    yield [name, new Map(files)] as const;
  }
}

test('after each change, a build with a cache produces the same bytes and issues as a build without a cache', async () => {
  const plain = new BuildCache();
  const whole = new BuildCache({ keeps: 'documents' });
  const issues = new BuildCache({ keeps: 'issues' });
  let saved = new BuildCache().save();
  for (const [name, files] of states()) {
    const fresh = await buildState(files);
    assert.deepEqual(await build(files, plain), fresh, `${name}, cache of contents`);
    assert.deepEqual(await build(files, whole), fresh, `${name}, cache of documents`);
    assert.deepEqual(await build(files, issues), fresh, `${name}, cache of issues`);
    const restored = new BuildCache({ saved });
    assert.deepEqual(await build(files, restored), fresh, `${name}, cache of another process`);
    saved = restored.save();
  }
});

const withNavigation = (pages: readonly string[], api: object = {}): ReadonlyMap<string, string> => {
  const tabs = [
    { tab: 'One', pages },
    { tab: 'Two', pages: ['live', 'api'] },
    { tab: 'API', ...api },
  ];
  const actions = [{ target: "$.paths['/x'].get", update: { description: 'From the overlay.' } }];
  const overlay = JSON.stringify({ overlay: '1.0.0', info: { title: 'Overlay', version: '1' }, actions });
  return new Map(Object.entries({ ...site, 'overlay.json': overlay, 'docs.json': config({ navigation: { tabs } }) }));
};

test('moving a page in the navigation renders no page again, and rewrites only that page, its neighbors and hidden pages', async () => {
  const cache = new BuildCache({ keeps: 'documents' });
  await build(withNavigation(['a', 'b', 'c', 'hidden']), cache);
  const paths = ['a', 'b', 'c', 'hidden', 'live', 'api'];
  const before = new Map(paths.map((path) => [path, cache.find(path)]));
  await build(withNavigation(['a', 'c', 'b', 'hidden']), cache);
  const rendered = paths.filter((path) => cache.find(path)?.page !== before.get(path)?.page);
  assert.deepEqual(rendered, []);
  const written = paths.filter((path) => cache.find(path)?.written?.files !== before.get(path)?.written?.files);
  assert.deepEqual(written, ['a', 'b', 'c', 'hidden']);
});

test('pages of an API change with the overlays that the navigation refers to', async () => {
  const cache = new BuildCache({ keeps: 'documents' });
  const pages = ['a', 'b'];
  await build(withNavigation(pages, { openapi: { source: 'openapi.json' } }), cache);
  const changed = withNavigation(pages, { openapi: { source: 'openapi.json', overlays: ['overlay.json'] } });
  const { output, report } = await build(changed, cache);
  assert.deepEqual({ output, report }, await build(changed));
  assert.match(Buffer.from(output.get('api.html') ?? '', 'base64').toString(), /From the overlay\./);
});

test('beyond its limit, a cache leaves pages out, and builds with it still produce the same bytes', async () => {
  const cache = new BuildCache({ maxChars: 1_000 });
  for (const [name, files] of states()) assert.deepEqual(await build(files, cache), await buildState(files), name);
  const paths = ['a', 'b', 'c', 'live', 'api'];
  const cached = paths.filter((path) => cache.find(path) !== undefined);
  assert.ok(cached.length > 0 && cached.length < paths.length, cached.join());
});

// With room for the text of all pages, of some pages and of no page.
for (const maxChars of sampleRows([undefined, 1_000, 0], { name: 'room for text', most: 1 })) {
  test(`a receiver with the previous build’s files is notified of unchanged files, and then has the whole site (cached text: ${maxChars ?? 'all'})`, () =>
    checkReceiver(maxChars));
}

async function checkReceiver(maxChars: number | undefined): Promise<void> {
  let saved = new BuildCache().save();
  let existing = new Map<string, Uint8Array>();
  const emitted: string[] = [];
  for (const [name, files] of [...states(), ...states()].toSpliced(1, 0, ['the same', new Map(Object.entries(site))])) {
    const cache = new BuildCache({ keeps: 'digests', saved, ...(maxChars !== undefined && { maxChars }) });
    const output = new Map<string, Uint8Array>();
    const before = existing;
    emitted.length = 0;
    const report = await buildSite({
      source: createMemorySource(files),
      settings,
      clock: () => 0,
      cache,
      emit: ({ path, bytes }) => {
        emitted.push(path);
        output.set(path, Buffer.from(bytes));
      },
      existing: {
        digestOf: (path) => (before.has(path) ? digestOf(before.get(path) ?? '') : undefined),
        reused: ({ path, sha256 }) => {
          const bytes = before.get(path) ?? assert.fail(`${name}: ${path} does not exist`);
          assert.equal(digestOf(bytes), sha256, name);
          output.set(path, bytes);
        },
      },
    });
    const texts = [...output].map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')] as const);
    assert.deepEqual({ output: new Map(texts), report: withoutMemory(report) }, await buildState(files), name);
    // `llms-full.txt` needs the Markdown of pages whose text isn't in the cache.
    if (name === 'the same' && maxChars === undefined)
      assert.ok(!emitted.some((path) => path.endsWith('.md')), emitted.join());
    saved = cache.save();
    existing = output;
  }
}

for (const restricted of ['exclude', 'seal'] as const)
  for (const maxChars of [undefined, 700, 0])
    test(`no part of a page stays on the public site when its readers change (${restricted}, cached text: ${maxChars ?? 'all'})`, async () => {
      const navigation = (...pages: unknown[]) => config({ navigation: { pages: ['open', ...pages] } });
      const texts = {
        'docs.json': navigation('x'),
        'open.mdx': '---\ntitle: Open\n---\n\nimport S from "/snippets/s.mdx";\n\nWelcome.\n\n<S />',
        'x.mdx': '---\ntitle: Quokkatitle\n---\n\n## Quokkahead\n\nQuokkaword and quokkaword.',
        'snippets/s.mdx': 'Shared.',
      };
      const group = { group: 'Quokkagroup', public: false, pages: ['x'] };
      // `hidden`: text that the public files must not contain.
      const steps: readonly (readonly [name: string, changes: Files, hidden: RegExp | undefined])[] = [
        ['open', {}, undefined],
        ['restricted', { 'x.mdx': texts['x.mdx'].replace('---', '---\ngroups: [staff]') }, /quokka/i],
        ['other readers', { 'x.mdx': texts['x.mdx'].replace('---', '---\ngroups: [admins]') }, /quokka/i],
        ['open again', { 'x.mdx': texts['x.mdx'] }, undefined],
        ['in a restricted group', { 'docs.json': navigation(group) }, /quokka/i],
        ['in an open group', { 'docs.json': navigation({ ...group, public: true }) }, undefined],
        ['in a restricted group again', { 'docs.json': navigation(group) }, /quokka/i],
        ['a snippet', { 'snippets/s.mdx': 'Quokkasnippet quokkasnippet.' }, /quokka(?!snippet)/i],
        ['the snippet as before', { 'snippets/s.mdx': texts['snippets/s.mdx'] }, /quokka/i],
      ];
      let saved = new BuildCache().save();
      let existing = new Map<string, string>();
      let files = new Map<string, string>(Object.entries(texts));
      for (const [name, changes, hidden] of steps) {
        files = new Map([...files, ...Object.entries(changes)]);
        const run = async (cached: Partial<BuildRequest>) => {
          const output = new Map<string, string>();
          const sealed = new Map<string, string>();
          await buildSite({
            source: createMemorySource(files),
            settings: { ...settings, restricted },
            clock: () => 0,
            emit: ({ path, bytes }) => void output.set(path, Buffer.from(bytes).toString('latin1')),
            ...(restricted === 'seal' && { emitSealed: (file) => void sealed.set(file.path, JSON.stringify(file)) }),
            ...cached,
          });
          return { output, sealed };
        };
        const fresh = await run({});
        const before = existing;
        const reused = new Map<string, string>();
        const cache = new BuildCache({ keeps: 'digests', saved, ...(maxChars !== undefined && { maxChars }) });
        const { output, sealed } = await run({
          cache,
          existing: {
            digestOf: (path) => {
              const text = before.get(path);
              return text === undefined ? undefined : digestOf(Buffer.from(text, 'latin1'));
            },
            reused: ({ path }) => void reused.set(path, before.get(path) ?? assert.fail(path)),
          },
        });
        existing = new Map([...output, ...reused]);
        assert.deepEqual({ output: existing, sealed }, fresh, name);
        const shown = [...existing].filter(([path, text]) => (hidden ?? /quokka/i).test(path + text));
        assert.equal(shown.length > 0, hidden === undefined, `${name}: ${shown.map(([path]) => path).join()}`);
        saved = cache.save();
      }
    });

test('a page whose text no longer fits is rendered again only if its text is in a list, or its document or words changed', async () => {
  const versions = (group: string, boost?: number) =>
    config({
      navigation: {
        versions: [
          { version: '2', default: true, pages: ['a'] },
          { version: '1', groups: [{ group, boost, pages: ['b', 'c'] }] },
        ],
      },
    });
  let files = new Map<string, string>([
    ['docs.json', versions('Pages')],
    ['a.mdx', '# A\n\nText of the default version.'],
    ['b.mdx', '# B\n\nText of the old version.'],
    ['c.mdx', '# C\n\nMore text of it.'],
  ]);
  let existing = new Map<string, string>();
  let saved = new BuildCache().save();
  const rendered = async (changes: Readonly<Record<string, string>>): Promise<string[]> => {
    files = new Map([...files, ...Object.entries(changes)]);
    const cache = new BuildCache({ keeps: 'digests', maxChars: 0, saved });
    const before = new Map(['a', 'b', 'c'].map((path) => [path, cache.find(path)?.effects]));
    const digests = new Map<string, string>();
    await buildSite({
      source: createMemorySource(files),
      settings,
      clock: () => 0,
      cache,
      emit: ({ path, bytes }) => void digests.set(path, digestOf(bytes)),
      existing: {
        digestOf: (path) => existing.get(path),
        reused: ({ path, sha256 }) => void digests.set(path, sha256),
      },
    });
    existing = digests;
    saved = cache.save();
    const { output } = await build(files);
    assert.deepEqual(
      digests,
      new Map([...output].map(([path, bytes]) => [path, digestOf(Buffer.from(bytes, 'base64'))])),
    );
    return [...before].flatMap(([path, effects]) => (cache.find(path)?.effects === effects ? [] : [path]));
  };
  assert.deepEqual(await rendered({}), ['a', 'b', 'c']);
  assert.deepEqual(await rendered({}), ['a']);
  assert.deepEqual(await rendered({ 'c.mdx': '# C\n\nChanged text.' }), ['a', 'c']);
  assert.deepEqual(await rendered({ 'docs.json': versions('Renamed') }), ['a', 'b', 'c']);
  assert.deepEqual(await rendered({ 'docs.json': versions('Renamed', 2) }), ['a', 'b', 'c']);
  assert.deepEqual(await rendered({}), ['a']);
});

test('a check reports the same issues as a build, with and without a cache', async () => {
  const cache = new BuildCache({ keeps: 'issues' });
  let saved = cache.save();
  const mixed = new BuildCache({ keeps: 'documents' });
  for (const [name, files] of states()) {
    const { report } = await buildState(files);
    const request = { source: createMemorySource(files), settings, clock: () => 0 };
    assert.deepEqual((await checkSite(request)).issues, report.issues, name);
    assert.deepEqual((await checkSite({ ...request, cache })).issues, report.issues, `${name}, with cache`);
    const restored = new BuildCache({ keeps: 'issues', saved });
    assert.deepEqual((await checkSite({ ...request, cache: restored })).issues, report.issues, `${name}, restored`);
    saved = restored.save();
    await checkSite({ ...request, cache: mixed });
    assert.deepEqual((await build(files, mixed)).report, report, `${name}, a build after a check`);
  }
});

test('unchanged pages are the same byte arrays, so that a receiver doesn’t have to compare them', async () => {
  const cache = new BuildCache({ keeps: 'documents' });
  const files = new Map(Object.entries(site));
  const bytesOf = async () => {
    const output = new Map<string, Uint8Array | string>();
    const source = createMemorySource(files);
    await buildSite({ source, clock: () => 0, cache, emit: ({ path, bytes }) => void output.set(path, bytes) });
    return output;
  };
  const before = await bytesOf();
  files.set('b.mdx', '---\ntitle: B\nrss: true\n---\n\nchanged');
  const after = await bytesOf();
  assert.equal(after.get('a.html'), before.get('a.html'));
  assert.notEqual(after.get('b.html'), before.get('b.html'));
});

test('a saved cache that is empty, truncated or in another format is ignored', async () => {
  const cache = new BuildCache();
  const files = new Map(Object.entries(site));
  const fresh = await build(files, cache);
  const saved = cache.save();
  for (const broken of [saved.subarray(0, saved.length >> 1), new TextEncoder().encode('{}'), new Uint8Array()])
    assert.deepEqual(await build(files, new BuildCache({ saved: broken })), fresh);
});
