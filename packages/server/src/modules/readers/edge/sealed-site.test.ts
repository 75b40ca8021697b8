/** Readers of a live site whose bundle has a sealed part. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SealedFile } from '@docwright/bundle';
import type { AccessRule } from '@docwright/site-access/rules';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { notifySite } from '../../publishing/deployments/index.ts';
import type { AccessTables } from './access-store.ts';
import { createMemoryAccess } from './testing/memory-access.ts';
import { openEdge, type EdgeAnswer, type TestEdge } from './testing/open-edge.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

const host = 'acme.sites.example';
const secret = 'a secret of the proxy';
const partners: readonly AccessRule[] = [{ groupSets: [{ includes: ['partners'], excludes: [] }] }];
const signedIn: readonly AccessRule[] = [{ groupSets: [] }];
const seal = (path: string, text: string, when: readonly AccessRule[]): SealedFile => ({
  path,
  when,
  bytes: Buffer.from(text),
  edits: [],
});
const sealed: readonly SealedFile[] = [
  seal('plans.html', '<h1>Plans</h1>', partners),
  seal('plans.md', '# Plans', partners),
  seal('help.html', '<h1>Help</h1>', signedIn),
  {
    path: 'guide.html',
    when: undefined,
    bytes: undefined,
    edits: [{ at: 15, remove: 0, choices: [{ when: partners, insert: Buffer.from('<!-- partners -->') }] }],
  },
];

describe('a live site with content for some readers', () => {
  let database: ModuleDatabase<AccessTables>;
  let edge: TestEdge;
  before(async () => {
    database = await openModuleDatabase<AccessTables>();
    const access = createMemoryAccess();
    access.sites.set('acme', {
      mode: 'proxy',
      sessionSeconds: 3_600,
      sessionEpoch: 0,
      addresses: ['127.0.0.1'],
      userHeader: 'X-User',
      groupsHeader: 'X-Groups',
      nameHeader: 'X-Name',
      emailHeader: 'X-Email',
      proof: { kind: 'secret', header: 'X-Proof', secret },
    });
    edge = await openEdge(database, { access });
    await edge.addSite('acme');
    await edge.deploy('acme', { text: 'acme', basePath: '', sealed, isProtected: true });
    await notifySite(database.kysely, 'acme');
    const deadline = performance.now() + hangLimitMs;
    while ((await get('/plans', 'partners')).status !== 200) assert.ok(performance.now() < deadline, 'never deployed');
  });
  after(async () => {
    await edge.close();
    await database.close();
  });

  const get = (path: string, groups?: string, headers: Readonly<Record<string, string>> = {}): Promise<EdgeAnswer> => {
    const reader = groups === undefined ? {} : { 'x-user': 'ada', 'x-groups': groups, 'x-proof': secret };
    return edge.get(host, path, { headers: { ...headers, ...reader } });
  };

  test('shows readers the pages and parts of their groups', async () => {
    assert.match((await get('/guide', 'partners')).text, /partners/);
    assert.doesNotMatch((await get('/guide', 'staff')).text, /partners/);
    assert.equal((await get('/plans', 'partners', { accept: 'text/markdown' })).text, '# Plans');
    assert.equal((await get('/help', '')).status, 200);
    const [hidden, missing] = [await get('/plans', 'staff'), await get('/nothing', 'staff')];
    assert.deepEqual([hidden.status, hidden.text], [missing.status, missing.text]);
    assert.equal(hidden.status, 404);
    assert.equal((await get('/plans', 'partners')).headers['cache-control'], 'private, no-store');
  });

  test('serves only its public files without sign-in', async () => {
    const open = await get('/guide');
    assert.equal(open.status, 200);
    assert.deepEqual(
      [open.headers['cache-control'], open.headers['x-robots-tag']],
      ['public, max-age=0, must-revalidate', undefined],
    );
    assert.match(String(open.headers['vary']), /Cookie/);
    for (const path of ['/plans', '/plans.md', '/help', '/nothing', '/mcp'])
      assert.equal((await get(path)).status, 401, path);
    // Invalid credentials are refused, not ignored.
    assert.equal((await get('/guide', undefined, { authorization: 'Bearer docr_x' })).status, 401);
  });
});
