import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BodyCache, PlaygroundProxy } from '@docwright/site-server';
import { createLogger } from '../../../platform/log/index.ts';
import type { FormerDeployment, FoundSite } from '../../publishing/deployments/index.ts';
import { SiteTable } from './site-table.ts';
import { memorySource } from './testing/memory-source.ts';

const found = (changes: Partial<FoundSite> = {}): FoundSite => ({
  projectId: 'proj_a',
  organizationId: 'org_a',
  slug: 'acme',
  environmentId: 'env_a',
  kind: 'production',
  label: null,
  primaryDomain: null,
  primaryLeadsHere: false,
  published: true,
  takedown: null,
  accessMode: 'public',
  signInOptional: false,
  previewAccess: null,
  passwordIds: [],
  activatedAt: null,
  deploymentId: 'dpl_1',
  blobKey: 'bundles/1',
  sha256: '1',
  sizeBytes: 1,
  ...changes,
});

const client = '203.0.113.7';

/** Opens a table whose database and blob store are simulated by `world`. */
function openTable(maxIndexBytes = 1_000_000) {
  const world = {
    sites: new Map<string, FoundSite>([['acme.test', found()]]),
    isAway: false,
    broken: new Set<string>(),
    former: [] as FormerDeployment[],
    maxIndexBytes,
    nowMs: 0,
    finds: 0,
    opens: 0,
  };
  const playground = new PlaygroundProxy({
    enabled: false,
    allowedPrivateHosts: [],
    timeoutMs: 1,
    maxRequestBytes: 1,
    maxResponseBytes: 1,
    maxConcurrent: 1,
  });
  const table = new SiteTable({
    find: async (host) => {
      world.finds += 1;
      if (world.isAway) throw new Error('the database is unavailable');
      return world.sites.get(host);
    },
    openSource: async ({ blobKey }) => {
      world.opens += 1;
      if (world.broken.has(blobKey)) throw new Error(`${blobKey} is gone`);
      return { source: memorySource(blobKey, { 'index.html': blobKey }), indexBytes: 1_000 };
    },
    findFormer: async (_environment, since) =>
      world.former.filter(({ replacedAt }) => replacedAt.getTime() > since.getTime()),
    maxIndexBytes: world.maxIndexBytes,
    cache: new BodyCache(1_000_000),
    playground,
    nowMs: () => world.nowMs,
    log: createLogger({ level: 'silent' }),
  });
  const shown = () => table.known('acme.test')?.served.versions.map(({ source }) => source.id);
  return { world, table, shown };
}

describe('an edge’s table of host names', () => {
  test('limits lookups of unknown names to 200 a second, and doesn’t look up known sites', async () => {
    const { world, table } = openTable();
    await table.resolve('acme.test', client);
    const ask = (from: number) =>
      Promise.allSettled(
        Array.from({ length: 600 }, (_, at) => table.resolve(`x${from + at}.test`, `client ${at % 300}`)),
      );
    const first = await ask(0);
    assert.equal(first.filter(({ status }) => status === 'rejected').length, 400);
    assert.equal(world.finds, 201);
    assert.notEqual(await table.resolve('acme.test', client), undefined);
    world.nowMs += 1_000;
    await ask(1_000);
    assert.equal(world.finds, 401);
  });

  test('refuses a client that requests made-up names at the full rate, and answers the first visit of another client', async () => {
    const { world, table } = openTable();
    const asked = await Promise.allSettled(
      Array.from({ length: 600 }, (_, at) => table.resolve(`x${at}.test`, 'stranger')),
    );
    assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 100);
    await assert.rejects(table.resolve('acme.test', 'stranger'), { name: 'LookupLimitReached' });
    assert.notEqual(await table.resolve('acme.test', client), undefined);
    assert.equal(world.finds, 101);
  });

  test('shares one lookup for concurrent requests for a name', async () => {
    const { world, table } = openTable();
    const all = await Promise.all(Array.from({ length: 50 }, () => table.resolve('acme.test', client)));
    assert.ok(all.every((site) => site === all[0] && site !== undefined));
    await table.resolve('acme.test', client);
    assert.deepEqual([world.finds, world.opens], [1, 1]);
  });

  test('looks up an unknown name at most every five seconds', async () => {
    const { world, table } = openTable();
    for (let asked = 0; asked < 10; asked += 1) assert.equal(await table.resolve('nobody.test', client), undefined);
    assert.equal(world.finds, 1);
    world.nowMs = 5_001;
    await table.resolve('nobody.test', client);
    assert.equal(world.finds, 2);
  });

  test('finds a new site immediately, even if its name was unknown before', async () => {
    const { world, table } = openTable();
    await table.resolve('new.test', client);
    world.sites.set('new.test', found({ projectId: 'proj_new' }));
    await table.changed('proj_new');
    assert.notEqual(await table.resolve('new.test', client), undefined);
  });

  test('shows the new deployment after an activation, and keeps previous deployments’ assets for an hour', async () => {
    const { world, table, shown } = openTable();
    await table.resolve('acme.test', client);
    for (const number of [2, 3]) {
      world.sites.set('acme.test', found({ deploymentId: `dpl_${number}`, blobKey: `bundles/${number}` }));
      await table.changed('proj_a');
    }
    assert.deepEqual(shown(), ['bundles/3', 'bundles/2', 'bundles/1']);
    world.nowMs = 3_600_001;
    world.sites.set('acme.test', found({ deploymentId: 'dpl_4', blobKey: 'bundles/4' }));
    await table.changed('proj_a');
    assert.deepEqual(shown(), ['bundles/4', 'bundles/3']);
  });

  test('reuses a bundle that is still open after a rollback', async () => {
    const { world, table, shown } = openTable();
    await table.resolve('acme.test', client);
    world.sites.set('acme.test', found({ deploymentId: 'dpl_2', blobKey: 'bundles/2' }));
    await table.changed('proj_a');
    world.sites.set('acme.test', found());
    await table.changed('proj_a');
    assert.deepEqual(shown(), ['bundles/1', 'bundles/2']);
    assert.equal(world.opens, 2);
  });

  test('is not affected by a change to another project', async () => {
    const { world, table } = openTable();
    await table.resolve('acme.test', client);
    await table.changed('proj_b');
    assert.equal(world.finds, 1);
  });

  test('keeps the previous deployment if the new bundle is missing', async () => {
    const { world, table, shown } = openTable();
    await table.resolve('acme.test', client);
    world.sites.set('acme.test', found({ deploymentId: 'dpl_2', blobKey: 'bundles/2' }));
    world.broken.add('bundles/2');
    await table.changed('proj_a');
    assert.deepEqual(shown(), ['bundles/1']);
    world.broken.clear();
    await table.changed('proj_a');
    assert.deepEqual(shown(), ['bundles/2', 'bundles/1']);
  });

  test('serves known sites while the database is unavailable, and fails for other names instead of reporting them as unknown', async () => {
    const { world, table, shown } = openTable();
    await table.resolve('acme.test', client);
    world.sites.set('other.test', found({ projectId: 'proj_b' }));
    world.isAway = true;
    await table.changedAll();
    assert.deepEqual(shown(), ['bundles/1']);
    await assert.rejects(table.resolve('other.test', client), /unavailable/);
    world.isAway = false;
    assert.notEqual(await table.resolve('other.test', client), undefined);
  });

  test('repeats a lookup after a change that was reported during it', async () => {
    const { world, table, shown } = openTable();
    await table.resolve('acme.test', client);
    world.sites.set('acme.test', found({ deploymentId: 'dpl_2', blobKey: 'bundles/2' }));
    const first = table.changed('proj_a');
    world.sites.set('acme.test', found({ deploymentId: 'dpl_3', blobKey: 'bundles/3' }));
    await Promise.all([first, table.changed('proj_a')]);
    assert.equal(shown()?.[0], 'bundles/3');
  });

  test('doesn’t find a deleted site’s name', async () => {
    const { world, table } = openTable();
    await table.resolve('acme.test', client);
    world.sites.clear();
    await table.changed('proj_a');
    assert.equal(await table.resolve('acme.test', client), undefined);
  });

  test('retries a bundle five seconds after it couldn’t be opened, without delaying readers', async () => {
    const { world, table, shown } = openTable();
    await table.resolve('acme.test', client);
    world.broken.add('bundles/2');
    world.sites.set('acme.test', found({ deploymentId: 'dpl_2', blobKey: 'bundles/2' }));
    await table.changed('proj_a');
    world.broken.clear();
    world.nowMs = 4_999;
    table.known('acme.test');
    assert.equal(world.opens, 2);
    world.nowMs = 5_000;
    assert.deepEqual(shown(), ['bundles/1']);
    await table.resolve('acme.test', client);
    await table.changed('proj_a');
    assert.deepEqual(shown(), ['bundles/2', 'bundles/1']);
  });

  test('serves the assets of the last hour’s deployments even if the edge started after an activation', async () => {
    const { world, table, shown } = openTable();
    world.nowMs = 10_000_000;
    const ago = (ms: number): Date => new Date(world.nowMs - ms);
    world.sites.set('acme.test', found({ deploymentId: 'dpl_3', blobKey: 'bundles/3', activatedAt: ago(60_000) }));
    const one = { sizeBytes: 1 };
    world.former = [
      { ...one, deploymentId: 'dpl_2', blobKey: 'bundles/2', replacedAt: ago(60_000) },
      { ...one, deploymentId: 'dpl_1', blobKey: 'bundles/1', replacedAt: ago(3_000_000) },
      { ...one, deploymentId: 'dpl_0', blobKey: 'bundles/0', replacedAt: ago(4_000_000) },
    ];
    world.broken.add('bundles/1');
    await table.resolve('acme.test', client);
    assert.deepEqual(shown(), ['bundles/3', 'bundles/2']);
    world.nowMs += 3_600_000;
    world.sites.set('acme.test', found({ deploymentId: 'dpl_4', blobKey: 'bundles/4' }));
    await table.changed('proj_a');
    assert.deepEqual(shown(), ['bundles/4', 'bundles/3']);
  });

  test('limits the memory of indexes by removing the least recently used site', async () => {
    const { world, table } = openTable(40_000);
    const hosts = Array.from({ length: 6 }, (_, index) => `site-${index}.test`);
    for (const [index, host] of hosts.entries()) world.sites.set(host, found({ projectId: `proj_${index}` }));
    for (const host of hosts.slice(0, 4)) await table.resolve(host, client);
    table.known(hosts[0] ?? '');
    await table.resolve(hosts[4] ?? '', client);
    assert.deepEqual(
      hosts.map((host) => table.known(host) !== undefined),
      [true, false, true, true, true, false],
    );
  });

  test('looks up sites without readers when they are read, not periodically', async () => {
    const { world, table } = openTable();
    await table.resolve('acme.test', client);
    await table.lookAgain();
    assert.equal(world.finds, 2);
    for (let round = 0; round < 10; round += 1) await table.lookAgain();
    assert.equal(world.finds, 2);
    world.sites.set('acme.test', found({ published: false }));
    assert.equal(table.known('acme.test')?.found.published, true);
    await table.changed('proj_elsewhere');
    await table.resolve('acme.test', client);
    assert.equal(world.finds, 3);
    assert.equal(table.known('acme.test')?.found.published, false);
  });
});
