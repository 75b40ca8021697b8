import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { SealedFile } from '@docwright/bundle';
import type { AccessRule } from '@docwright/site-access/rules';
import {
  BodyCache,
  openAnswerSlots,
  openBundleSource,
  PlaygroundProxy,
  PreparedBudget,
  ProtectedExchange,
  ServedSite,
  SharedReads,
  SiteAnswers,
} from '../index.ts';
import { makeBlob, noise, type TestBlob } from '../testing/make-blob.ts';
import { serveSites, type Answer } from '../testing/serve-sites.ts';

const group = (name: string): AccessRule => ({ groupSets: [{ includes: [name], excludes: [] }] });
const signedIn: AccessRule = { groupSets: [] };
const text = (content: string): Buffer => Buffer.from(content);
const home = `<h1>Home</h1><nav></nav>${'<p>text</p>'.repeat(100)}`;
const nav = home.indexOf('</nav>');
const partners = text('<a href="/plans">Plans</a>');
const film = noise(200_000);

const files = {
  'index.html': home,
  'index.md': '# Home',
  '404.html': '<h1>Missing</h1>',
  'open.html': '<h1>Open</h1>',
  'redirects.json': '{"version":1,"redirects":[]}',
  'llms-full.txt': 'line\n'.repeat(400_000),
};
const sealed: readonly SealedFile[] = [
  {
    path: 'index.html',
    when: undefined,
    bytes: undefined,
    edits: [
      {
        at: nav,
        remove: 0,
        choices: [
          { when: [group('partners')], insert: partners },
          { when: [group('staff')], insert: text('<a href="/staff">Staff</a><script>one()</script>') },
        ],
      },
    ],
  },
  {
    path: 'redirects.json',
    when: undefined,
    bytes: undefined,
    edits: [
      {
        at: 26,
        remove: 0,
        choices: [{ when: [group('partners')], insert: text('{"source":"/old","destination":"/plans","status":308}') }],
      },
    ],
  },
  {
    path: 'llms-full.txt',
    when: undefined,
    bytes: undefined,
    edits: [{ at: 5, remove: 5, choices: [{ when: [group('partners')], insert: text('plan\nplan\n') }] }],
  },
  { path: 'plans.html', when: [group('partners')], bytes: text('<h1>Plans</h1>'), edits: [] },
  { path: 'plans.md', when: [group('partners')], bytes: text('# Plans'), edits: [] },
  { path: 'film.mp4', when: [group('partners')], bytes: film, edits: [] },
  {
    path: 'account-help.html',
    when: [signedIn],
    bytes: text('<h1>Help</h1>'),
    edits: [{ at: 13, remove: 0, choices: [{ when: [group('staff')], insert: text('<p>Internal</p>') }] }],
  },
];

interface Stage extends AsyncDisposable {
  readonly source: ReturnType<typeof openBundleSource>;
  readonly blob: TestBlob;
  readonly errors: unknown[];
  /**
   * @param groups the groups of a signed-in reader, separated by commas; `undefined` for a reader who isn't signed in
   */
  readonly get: (
    path: string,
    groups: string | undefined,
    headers?: Readonly<Record<string, string>>,
    method?: string,
  ) => Promise<Answer>;
}

async function open(): Promise<Stage> {
  const blob = await makeBlob(files, [], { sealed });
  const source = openBundleSource({
    site: 'one',
    index: blob.index,
    readRange: blob.readRange,
    cache: new SharedReads(),
  });
  const off = { allowedPrivateHosts: [], timeoutMs: 0, maxRequestBytes: 0, maxResponseBytes: 0, maxConcurrent: 0 };
  const site = new ServedSite('one', new PlaygroundProxy({ enabled: false, ...off }));
  const prepared = new PreparedBudget(100);
  const settings = {
    policyMode: 'enforce',
    allowedSources: [],
    prepared,
    site: 'one',
    slots: openAnswerSlots(),
  } as const;
  site.show([new SiteAnswers(source, new BodyCache(32 * 1024 ** 2), settings)]);
  const sites = await serveSites({
    find: () => site,
    admit: (_site, exchange) => {
      const groups = exchange.request.headers['x-groups'];
      const shown = ProtectedExchange.of(exchange);
      if (typeof groups === 'string')
        shown.audience = { isSignedIn: true, groups: new Set(groups.split(',').filter((name) => name !== '')) };
      return shown;
    },
  });
  return {
    source,
    blob,
    errors: sites.errors,
    get: (path, groups, headers = {}, method = 'GET') =>
      sites.get(path, { ...headers, ...(groups !== undefined && { 'x-groups': groups }) }, method),
    [Symbol.asyncDispose]: () => sites[Symbol.asyncDispose](),
  };
}

const bodyOf = ({ body }: Answer): string => body.toString();

test('each audience sees public files with its edits, and its own sealed files, but no others', async () => {
  await using stage = await open();
  const seen = async (path: string, groups?: string) => {
    const { status, body } = await stage.get(path, groups);
    return status === 200 ? body.toString() : status;
  };
  const withPlans = home.replace('</nav>', `${partners.toString()}</nav>`);
  assert.equal(await seen('/'), home);
  assert.equal(await seen('/', ''), home);
  assert.equal(await seen('/', 'partners'), withPlans);
  assert.equal(await seen('/', 'partners,staff'), withPlans);
  assert.ok(String(await seen('/', 'staff')).includes('one()'));
  for (const path of ['/plans', '/plans.md', '/film.mp4']) {
    assert.equal(await seen(path), 404, path);
    assert.equal(await seen(path, 'staff'), 404, path);
    assert.notEqual(await seen(path, 'partners'), 404, path);
  }
  assert.equal(await seen('/account-help'), 404);
  assert.equal(await seen('/account-help', ''), '<h1>Help</h1>');
  assert.equal(await seen('/account-help', 'staff'), '<h1>Help</h1><p>Internal</p>');
  assert.deepEqual(stage.errors, []);
});

test('the response for a page that the reader isn’t allowed to see equals the response for a nonexistent page', async () => {
  await using stage = await open();
  for (const method of ['GET', 'HEAD']) {
    const [hidden, missing] = [
      await stage.get('/plans', 'staff', {}, method),
      await stage.get('/nothing', 'staff', {}, method),
    ];
    const plain = ({ status, headers: { date: _date, ...headers }, body }: Answer) => [
      status,
      headers,
      body.toString(),
    ];
    assert.deepEqual(plain(hidden), plain(missing));
  }
});

test('ETag, length, HEAD, compression and conditional requests match the reader’s view', async () => {
  await using stage = await open();
  const etags = new Set<unknown>();
  for (const groups of [undefined, 'partners', 'staff']) {
    const plain = await stage.get('/', groups);
    etags.add(plain.headers.etag);
    assert.equal(plain.headers['content-length'], String(plain.body.length));
    const head = await stage.get('/', groups, {}, 'HEAD');
    assert.equal(head.headers['content-length'], String(plain.body.length));
    const zipped = await stage.get('/', groups, { 'accept-encoding': 'gzip' });
    assert.equal(zipped.headers['content-encoding'], 'gzip');
    assert.deepEqual(gunzipSync(zipped.body), plain.body);
    const known = await stage.get('/', groups, { 'if-none-match': String(plain.headers.etag) });
    assert.equal(known.status, 304);
  }
  assert.equal(etags.size, 3);
  assert.equal((await stage.get('/', 'partners')).headers.etag, (await stage.get('/', 'partners,x')).headers.etag);
});

test('a range of a sealed file, and a large edited file, match the reader’s view', async () => {
  await using stage = await open();
  const part = await stage.get('/film.mp4', 'partners', { range: 'bytes=100-199' });
  assert.equal(part.status, 206);
  assert.deepEqual(part.body, film.subarray(100, 200));
  const whole = await stage.get('/llms-full.txt', 'partners');
  assert.ok(bodyOf(whole).startsWith('line\nplan\nplan\nline\n'));
  assert.equal(whole.body.length, files['llms-full.txt'].length + 5);
});

test('Markdown, scripts and redirects depend on the audience', async () => {
  await using stage = await open();
  assert.equal(bodyOf(await stage.get('/plans', 'partners', { accept: 'text/markdown' })), '# Plans');
  const policies = await Promise.all(
    ['partners', 'staff'].map(async (groups) => (await stage.get('/', groups)).headers['content-security-policy']),
  );
  assert.notEqual(policies[0], policies[1]);
  const moved = await stage.get('/old', 'partners');
  assert.deepEqual([moved.status, moved.headers.location], [308, '/plans']);
  assert.equal((await stage.get('/old', 'staff')).status, 404);
});

test('responses for readers have headers that forbid caching', async () => {
  await using stage = await open();
  for (const path of ['/', '/plans', '/nothing', '/old'])
    for (const groups of ['partners', 'staff']) {
      const { headers } = await stage.get(path, groups);
      assert.equal(headers['cache-control'], 'private, no-store', path);
      assert.match(String(headers.vary), /Cookie/, path);
    }
});

test('no part of a damaged file, or of a file with a damaged edit, is sent', async () => {
  await using stage = await open();
  const block = stage.source.index.sealed?.block(0);
  const plans = stage.source.index.sealed?.look('plans.html');
  assert.ok(block && plans);
  for (const { offset } of [block, plans]) stage.blob.bytes.fill(0, offset + 12, offset + 16);
  for (const [path, groups] of [
    ['/', 'staff'],
    ['/plans', 'partners'],
  ] as const) {
    const { status, body } = await stage.get(path, groups);
    assert.ok(status === 500 || status === 503, `${path}: ${status}`);
    assert.ok(!body.toString().includes('<h1>'), path);
  }
  assert.equal((await stage.get('/', undefined)).status, 200);
});

test('readers with the same view of a page share reads', async () => {
  await using stage = await open();
  await stage.get('/', 'staff');
  const before = stage.blob.reads.length;
  await stage.get('/', 'staff,x');
  await stage.get('/', 'staff,y');
  assert.equal(stage.blob.reads.length, before);
});
