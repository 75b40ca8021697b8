import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SealedFile } from '@docwright/bundle';
import { openEdgePair, type EdgePair } from './testing/open-edge-pair.ts';
import type { EdgeAnswer } from './testing/open-edge.ts';

const host = 'team.sites.example';
const group = 'Board, "EU"';
const sealed: readonly SealedFile[] = [
  {
    path: 'minutes.html',
    when: [{ groupSets: [{ includes: [group], excludes: [] }] }],
    bytes: Buffer.from('<h1>Minutes</h1>'),
    edits: [],
  },
];
const toCookie = (lines: readonly string[]): string => lines.map((line) => line.split(';')[0] ?? '').join('; ');

describe('reader groups of members at two edges', () => {
  let pair: EdgePair;
  let cookie = '';
  before(async () => {
    pair = await openEdgePair();
    const { access, edges, ada } = pair;
    access.sites.set('team', { mode: 'members', sessionSeconds: 86_400, sessionEpoch: 0 });
    await edges[0].addSite('team');
    await edges[0].deploy('team', { text: 'team', basePath: '', sealed, isProtected: true });
    const redirect = await edges[0].get(host, '/minutes', { headers: { accept: 'text/html' } });
    const to = new URL(redirect.headers['location'] ?? '');
    const { json } = await ada.request('POST', '/auth/preview', Object.fromEntries(to.searchParams));
    const { pathname, search } = new URL(json.url);
    const entered = await edges[0].get(host, `${pathname}${search}`, {
      headers: { cookie: toCookie(redirect.setCookies) },
    });
    cookie = toCookie(entered.setCookies.filter((line) => !line.includes('Max-Age=0')));
  });
  after(() => pair.close());

  const give = async (readerGroups: readonly string[]): Promise<void> => {
    const { json: me } = await pair.ada.request('GET', '/v1/me');
    const path = `/v1/organization/members/${me.user.id}`;
    assert.equal((await pair.ada.request('PATCH', path, { readerGroups })).status, 200);
    for (const edge of pair.edges) edge.clock.advance(5_001);
  };
  const readAll = (path: string): Promise<readonly EdgeAnswer[]> =>
    Promise.all(pair.edges.map((edge) => edge.get(host, path, { headers: { cookie } })));

  test('change within five seconds, without another sign-in', async () => {
    for (const { status } of await readAll('/minutes')) assert.equal(status, 404);
    await give([group]);
    for (const { status, text } of await readAll('/minutes'))
      assert.deepEqual([status, text], [200, '<h1>Minutes</h1>']);
    await give(['Board']);
    for (const { status } of await readAll('/minutes')) assert.equal(status, 404);
    for (const { status } of await readAll('/guide')) assert.equal(status, 200);
  });

  test('stay unchanged for an hour while the database fails, and the failure is logged', async () => {
    await give([group]);
    for (const { status } of await readAll('/minutes')) assert.equal(status, 200);
    const { pool } = pair.database;
    // Every statement fails from now on.
    await pool.query('ALTER SCHEMA public RENAME TO away');
    try {
      for (const edge of pair.edges) edge.clock.advance(60_000);
      for (const { status } of await readAll('/minutes')) assert.equal(status, 200);
      for (const edge of pair.edges) {
        assert.equal((await edge.get(host, '/minutes')).status, 401);
        assert.match(edge.readLog(), /memberships can't be checked/);
        assert.match(edge.readLog(), /ended sessions of readers could not be read/);
      }
      for (const edge of pair.edges) edge.clock.advance(3_600_000);
      for (const { status, text } of await readAll('/minutes')) {
        assert.equal(status, 503);
        assert.doesNotMatch(text, /Minutes/);
      }
    } finally {
      await pool.query('ALTER SCHEMA away RENAME TO public');
    }
  });
});
