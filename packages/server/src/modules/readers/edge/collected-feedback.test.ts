import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import type { AccessTables } from './access-store.ts';
import { openEdge, type EdgeRequest, type TestEdge } from './testing/open-edge.ts';

const host = 'asked.sites.example';
const formPath = '/_docwright/feedback';
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

describe('feedback on pages of live sites', () => {
  let database: ModuleDatabase<AccessTables>;
  let edge: TestEdge;
  before(async () => {
    database = await openModuleDatabase<AccessTables>();
    edge = await openEdge(database, { defaultAccess: 'public' });
    await edge.addSite('asked', undefined, { feedback: true });
    await edge.addSite('plain', undefined, { analytics: true });
  });
  beforeEach(async () => {
    // Exceeds the windows of all rate limits.
    edge.clock.advance(600_000);
    await database.pool.query('delete from page_feedback');
  });
  after(async () => {
    await edge.close();
    await database.close();
  });

  const post = (path: string, body: object | string, request: EdgeRequest = {}, at = host) =>
    edge.get(at, path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), ...request });
  const send = (fields: object = {}, request: EdgeRequest = {}, at = host) =>
    post(
      formPath,
      { path: '/', helpful: true, ...fields },
      {
        ...request,
        headers: { origin: `https://${at}`, 'user-agent': browser, ...request.headers },
      },
      at,
    );
  const tell = (fields: object = {}, request: EdgeRequest = {}, at = host) =>
    post('/feedback', { path: '/', feedback: 'The sample does not run.', ...fields }, request, at);
  const stored = async () =>
    (await database.pool.query('select * from page_feedback order by created_at, id')).rows as Record<
      string,
      unknown
    >[];

  test('is stored before the response: a rating, a rating with a comment, and feedback of an agent', async () => {
    assert.equal((await send({ path: '/index.html' })).status, 204);
    edge.clock.advance(1);
    const words = { helpful: false, comment: ' Which key?\r\nThe first? ', contact: 'ada@example.com' };
    assert.equal((await send(words)).status, 204);
    edge.clock.advance(1);
    assert.equal((await tell({ path: '/index.md' })).status, 204);
    assert.deepEqual(
      (await stored()).map(({ path, source, helpful, comment, contact, status }) => [
        path,
        source,
        helpful,
        comment,
        contact,
        status,
      ]),
      [
        ['/', 'thumbs_only', true, null, null, 'pending'],
        ['/', 'contextual', false, 'Which key?\nThe first?', 'ada@example.com', 'pending'],
        ['/', 'agent', null, 'The sample does not run.', null, 'pending'],
      ],
    );
  });

  test('causes an event without the reader’s email address', async () => {
    edge.published.length = 0;
    await send({ comment: 'Why?', contact: 'ada@example.com' });
    assert.equal(edge.published.length, 1);
    const { type, organizationId, projectId, data } = edge.published[0] ?? {};
    assert.deepEqual([type, organizationId, projectId], ['feedback.created', 'org_home', 'asked']);
    assert.match(JSON.stringify(data), /"path":"\/".*"comment":"Why\?"/);
    assert.doesNotMatch(JSON.stringify(data), /ada@|contact/);
  });

  test('is stored without IP address or browser name, and without a visitor ID if the reader opted out of being counted', async () => {
    await send();
    await send({}, { headers: { dnt: '1' } });
    const rows = await stored();
    assert.deepEqual(
      rows.map(({ visitor }) => (visitor as Buffer | null)?.length ?? 0).toSorted((a, b) => a - b),
      [0, 16],
    );
    assert.doesNotMatch(JSON.stringify(rows), /127\.0\.0|Mozilla/);
  });

  test('is refused from pages of another origin, even if it claims to be an agent’s', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://plain.sites.example' },
      { origin: `https://${host}`, 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      assert.equal((await send({}, { headers })).status, 403, JSON.stringify(headers));
      assert.equal((await tell({}, { headers })).status, 403, JSON.stringify(headers));
    }
    assert.equal((await tell({}, { headers: { 'sec-fetch-site': 'cross-site' } })).status, 403);
    assert.equal(
      (await post(formPath, { path: '/', helpful: true }, { headers: { 'user-agent': browser } })).status,
      403,
    );
    assert.deepEqual(await stored(), []);
  });

  const refused: readonly (readonly [string, object | string, object | string])[] = [
    ['a page that doesn’t exist on the site', { path: '/none', helpful: true }, { path: '/none', feedback: 'x' }],
    ['no path', { helpful: true }, { feedback: 'x' }],
    ['a path that is a URL', { path: 'https://evil.example/', helpful: true }, { path: 'x', feedback: 'x' }],
    ['NUL in a path', { path: '/\0', helpful: true }, { path: '/\0', feedback: 'x' }],
    ['no thumb, no words', { path: '/' }, { path: '/', feedback: ' \n' }],
    ['NUL in words', { path: '/', helpful: true, comment: 'a\0' }, { path: '/', feedback: 'a\0' }],
    ['an escape sequence', { path: '/', helpful: true, comment: '\u001b[2J' }, { path: '/', feedback: '\u001b[2J' }],
    ['half a surrogate pair', '{"path":"/","helpful":true,"comment":"\\ud800"}', '{"path":"/","feedback":"\\ud800"}'],
    [
      '2,001 characters',
      { path: '/', helpful: true, comment: 'x'.repeat(2_001) },
      { path: '/', feedback: 'x'.repeat(2_001) },
    ],
    ['a comment that is a number', { path: '/', helpful: true, comment: 7 }, { path: '/', feedback: 7 }],
    ['no JSON', '{', '{'],
    ['a list', [], []],
  ];
  for (const [name, ofPage, ofAgent] of refused)
    test(`with ${name} is refused, and the message names the problem`, async () => {
      const headers = { origin: `https://${host}`, 'user-agent': browser };
      for (const answer of [await post(formPath, ofPage, { headers }), await post('/feedback', ofAgent)]) {
        assert.equal(answer.status, 400);
        assert.match(answer.text, /^(?:path|helpful|comment|feedback|the body) .*must|^path is not a page/);
      }
      assert.deepEqual(await stored(), []);
    });

  test('on a code block is stored with the block, from pages and agents, without a rating', async () => {
    const block = { index: 3, language: 'bash', line: 'npm install 😀', title: 'Install it' };
    assert.equal((await send({ helpful: undefined, comment: 'It fails.', block })).status, 204);
    edge.clock.advance(1);
    assert.equal((await tell({ block: { index: 0, language: '', line: '' } })).status, 204);
    assert.deepEqual(
      (await stored()).map((row) =>
        ['source', 'helpful', 'block', 'lang', 'code', 'filename'].map((name) => row[name]),
      ),
      [
        ['code_snippet', null, 3, 'bash', 'npm install 😀', 'Install it'],
        ['agent', null, 0, null, null, null],
      ],
    );
  });

  test('on an invalid code block is refused, from pages and agents', async () => {
    const forged: readonly unknown[] = [
      ...[-1, 1.5, 10_000, 2 ** 31, Number.MAX_SAFE_INTEGER, '0', null, [0], true].map((index) => ({ index })),
      ...['x'.repeat(41), 'a\0', 'a\nb', 7, ['js']].map((language) => ({ index: 0, language })),
      ...['x'.repeat(321), '\u001b[2J', '\ud800', {}].map((line) => ({ index: 0, line })),
      ...['x'.repeat(321), 'a\rb'].map((title) => ({ index: 0, title })),
      {},
      [],
      'block',
      1,
      true,
    ];
    for (const block of forged) {
      const answers = [await send({ helpful: undefined, comment: 'x', block }), await tell({ block })];
      for (const { status, text } of answers) {
        assert.equal(status, 400, JSON.stringify(block));
        assert.match(text, /^block.* must be/);
      }
      edge.clock.advance(600_000);
    }
    assert.deepEqual(await stored(), []);
  });

  test('on a code block without a comment, or with a rating, is refused', async () => {
    const block = { index: 0 };
    for (const fields of [{ helpful: undefined }, { comment: 'x' }, { helpful: undefined, comment: ' \n' }])
      assert.equal((await send({ block, ...fields })).status, 400, JSON.stringify(fields));
    const large = await send({ helpful: undefined, block, comment: 'x'.repeat(100_000) });
    assert.equal(large.status, 413);
    assert.deepEqual(await stored(), []);
  });

  test('with an invalid email address is refused', async () => {
    for (const contact of ['ada', 'a@b', 'a b@example.com', `${'x'.repeat(250)}@example.com`, 'a@example.com\n', 7])
      assert.equal((await send({ contact })).status, 400, String(contact));
  });

  test('of a megabyte is refused, and the connection is closed', async () => {
    const { status, headers } = await post('/feedback', 'x'.repeat(1_000_000));
    assert.deepEqual([status, headers['connection']], [413, 'close']);
  });

  test('is accepted only by POST, and GET requests to /feedback reach the site', async () => {
    for (const method of ['GET', 'PUT']) {
      const { status, headers } = await edge.get(host, formPath, { method });
      assert.deepEqual([status, headers['allow']], [405, 'POST'], method);
    }
    assert.equal((await edge.get(host, '/feedback')).status, 404);
  });

  test('is accepted only for the production site of a project that collects it', async () => {
    for (const at of ['plain.sites.example', 'next-12345678--asked.sites.example']) {
      assert.equal((await send({}, {}, at)).status, 405, at);
      assert.equal((await tell({}, {}, at)).status, 405, at);
    }
    assert.deepEqual(await stored(), []);
  });

  test('is not stored if it is from a bot that fills in the form', async () => {
    assert.equal((await send({}, { headers: { 'user-agent': 'Googlebot/2.1' } })).status, 204);
    assert.deepEqual(await stored(), []);
  });

  test('is limited per network in ten minutes, and other networks aren’t affected', async () => {
    const answers = await Promise.all(Array.from({ length: 13 }, () => send({}, { from: '127.0.0.7' })));
    assert.equal(answers.filter(({ status }) => status === 204).length, 10);
    const late = answers.filter(({ status }) => status === 429);
    assert.equal(late.length, 3);
    assert.ok(late.every(({ headers }) => Number(headers['retry-after']) > 0));
    assert.equal((await send()).status, 204);
  });

  test('is refused after 2,000 entries in a day, and accepted again a day later', async () => {
    await database.pool.query(
      `insert into page_feedback (id, project_id, created_at, updated_at, path, source, comment)
       select 'fb_' || n, 'asked', $1::timestamptz, $1::timestamptz, '/', 'agent', 'x' from generate_series(1, 2000) as n`,
      [new Date(edge.clock.now())],
    );
    assert.equal((await tell()).status, 429);
    edge.clock.advance(86_400_001);
    assert.equal((await tell()).status, 204);
  });

  test('is refused while the database can’t store it', async () => {
    await database.pool.query('alter table page_feedback rename to page_feedback_away');
    const { status, headers } = await tell();
    await database.pool.query('alter table page_feedback_away rename to page_feedback');
    assert.deepEqual([status, headers['retry-after']], [503, '5']);
  });
});
