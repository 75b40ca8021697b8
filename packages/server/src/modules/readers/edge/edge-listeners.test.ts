import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { FileSystemStore } from '../../../platform/blob-store/index.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import type { AccessTables } from './access-store.ts';
import { openEdge, type TestEdge } from './testing/open-edge.ts';

describe('an edge', () => {
  let database: ModuleDatabase<AccessTables>;
  let edge: TestEdge;
  before(async () => {
    database = await openModuleDatabase<AccessTables>();
    edge = await openEdge(database, { defaultAccess: 'public' });
    for (const id of ['acme', 'hidden', 'taken', 'lost', 'empty']) await edge.addSite(id);
    await database.pool.query(`UPDATE sites SET published = false WHERE project_id = 'hidden'`);
    await database.pool.query(
      `UPDATE sites SET takedown = '{"status":451,"reason":"By order <b>7</b>."}' WHERE project_id = 'taken'`,
    );
    await database.pool.query(
      `UPDATE site_bundles SET blob_key = 'bundles/org_home/lost/gone.tar.gz' WHERE project_id = 'lost'`,
    );
    await database.pool.query(`UPDATE site_environments SET active_deployment_id = NULL WHERE project_id = 'empty'`);
  });
  after(async () => {
    await edge.close();
    await database.close();
  });
  const page = (id: string, path = '/', request = {}) => edge.get(`${id}.sites.example`, path, request);

  test('serves a site by its name, in any case and with a port or a final dot', async () => {
    for (const host of ['acme.sites.example', 'ACME.Sites.Example', 'acme.sites.example:443', 'acme.sites.example.']) {
      const { status, text } = await edge.get(host, '/');
      assert.deepEqual([status, text.includes('Page of acme.')], [200, true], host);
    }
  });

  for (const host of [
    'nobody.sites.example',
    'sites.example.attacker.test',
    'a.acme.sites.example',
    'acme.sites.example@evil',
    'acme%2esites.example',
    '-acme.sites.example',
    'x'.repeat(260),
  ])
    test(`serves no site for ${host.slice(0, 30)}`, async () => {
      const { status, text } = await edge.get(host, '/');
      assert.ok(status === 404 || status === 400, String(status));
      assert.doesNotMatch(text, /Page of/);
    });

  for (const [id, status, message] of [
    ['hidden', 404, /not published/],
    ['taken', 451, /By order <b>7<\/b>/],
    ['empty', 503, /This site has no live deployment yet/],
  ] as const)
    test(`explains in plain text, on any path, why the site ${id}.sites.example can’t be read`, async () => {
      for (const path of ['/', '/index.html', '/x', '/_docwright/search/index.json']) {
        const answer = await page(id, path);
        assert.deepEqual([answer.status, answer.headers['content-type']], [status, 'text/plain; charset=utf-8'], path);
        assert.match(answer.text, message);
      }
    });

  test('responds to a missing bundle with 503 and Retry-After, and serves other sites as usual', async () => {
    const { status, headers } = await page('lost');
    assert.deepEqual([status, headers['retry-after']], [503, '5']);
    assert.equal((await page('acme')).status, 200);
  });

  test('responds with 503 to requests for all or part of an uncached large file while the store is unavailable', async () => {
    const film = randomBytes(3 * 1024 * 1024);
    await edge.addSite('cinema');
    await edge.deploy('cinema', { text: 'Cinema.', basePath: '', film });
    while (!(await page('cinema')).text.includes('Cinema.'));
    edge.storeIs('away');
    try {
      for (const headers of [{}, { range: 'bytes=2097152-' }, { range: 'bytes=0-9' }]) {
        const { status, headers: got } = await edge.get('cinema.sites.example', '/film.mp4', { headers });
        assert.deepEqual([status, got['retry-after']], [503, '5'], JSON.stringify(headers));
      }
      assert.equal((await edge.get('cinema.sites.example', '/film.mp4', { method: 'HEAD' })).status, 200);
    } finally {
      edge.storeIs('there');
    }
    const { status, headers } = await edge.get('cinema.sites.example', '/film.mp4');
    assert.deepEqual([status, headers['content-length']], [200, String(film.length)]);
    const part = await edge.get('cinema.sites.example', '/film.mp4', { headers: { range: 'bytes=0-9' } });
    assert.deepEqual([part.status, part.headers['content-length']], [206, '10']);
  });

  test('serves cached pages while the store is unavailable, and responds with 503 and Retry-After for others', async () => {
    await edge.addSite('unread');
    assert.equal((await page('acme')).status, 200);
    edge.storeIs('away');
    try {
      assert.match((await page('acme')).text, /Page of acme/);
      for (const answer of [await page('acme', '/guide'), await page('unread')]) {
        assert.deepEqual(
          [answer.status, answer.headers['retry-after'], answer.headers['cache-control']],
          [503, '5', 'no-store'],
        );
        assert.match(answer.text, /files of this site are unavailable/);
      }
    } finally {
      edge.storeIs('there');
    }
    assert.equal((await page('acme', '/guide')).status, 200);
    assert.match((await page('unread')).text, /Page of unread/);
  });

  test('doesn’t log query strings, because links to previews contain their token in the query', async () => {
    await edge.addSite('logged');
    edge.storeIs('away');
    const query = '?docwright_preview=canary-Q2m9XcVb&q=canary-search&code=canary-code';
    try {
      for (const path of [
        '/',
        '/guide',
        '/film.mp4',
        '/login/members-callback',
        '/_docwright/search',
        '/_docwright/ask',
      ])
        for (const host of ['logged', 'lost', 'next-12345678--logged']) await page(host, `${path}${query}`);
    } finally {
      edge.storeIs('there');
    }
    const log = edge.readLog();
    assert.match(log, /"path":"\/guide".*a response failed/);
    assert.doesNotMatch(log, /canary/);
  });

  test('answers health checks by IP address, but not by a site’s name', async () => {
    for (const path of ['/healthz', '/readyz']) {
      assert.equal((await edge.get('127.0.0.1:4401', path)).status, 200);
      assert.equal((await edge.get('[::1]', path)).status, 200);
      const ofSite = await page('acme', path);
      assert.deepEqual(
        [ofSite.status, /ready|ok/.test(ofSite.text)],
        [404, false],
        'a site may have a page with this name',
      );
    }
  });

  test('accepts only GET and HEAD requests', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      assert.equal((await page('acme', '/', { method })).status, 405, method);
    const head = await page('acme', '/', { method: 'HEAD' });
    assert.deepEqual([head.status, head.text], [200, '']);
  });

  for (const path of [
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2fsecret',
    '/%00',
    '/%',
    '//attacker.example',
    '/\\attacker.example',
    '/manifest.json/..',
  ])
    test(`doesn’t redirect ${path} to another host or return a file from outside the site`, async () => {
      const { status, headers, text } = await page('acme', path);
      assert.ok([301, 307, 308, 400, 404].includes(status), String(status));
      assert.doesNotMatch(headers['location'] ?? '/', /^(?:\/\/|\/\\|https?:)/);
      assert.doesNotMatch(text, /root:/);
    });

  test('serves a request in absolute form by the host of its target, not of its Host header (RFC 9112, 3.2.2)', async () => {
    const { status, text } = await page('hidden', 'http://acme.sites.example/');
    assert.deepEqual([status, text.includes('Page of acme.')], [200, true]);
    assert.match((await page('acme', 'https://hidden.sites.example')).text, /not published/);
    assert.equal((await page('acme', 'ftp://acme.sites.example/')).status, 404);
  });

  test('refuses a request with more than one Host header', async () => {
    await page('acme');
    const one = 'Host: acme.sites.example\r\n';
    for (const hosts of [`${one}Host: hidden.sites.example\r\n`, one + one, `${one}host: acme.sites.example\r\n`]) {
      const socket = connect(edge.port, '127.0.0.1');
      socket.end(`GET / HTTP/1.1\r\n${hosts}\r\n`);
      const answer = (await socket.toArray()).join('');
      assert.match(answer, /^HTTP\/1\.1 400 .*more than once\.\n$/s, hosts);
    }
  });

  test('excludes a preview from search engines, but not the live site', async () => {
    const preview = await page('next-12345678--acme');
    assert.deepEqual([preview.status, preview.headers['x-robots-tag']], [200, 'noindex']);
    assert.equal((await page('acme')).headers['x-robots-tag'], undefined);
  });

  test('serves the default site to requests by address, once it exists', async () => {
    assert.equal((await edge.get('127.0.0.1', '/')).status, 404);
    await edge.addSite('example', HOME);
    await database.pool.query(`UPDATE sites SET is_default = true WHERE project_id = 'example'`);
    await database.pool.query(`SELECT pg_notify('docwright_sites', 'example')`);
    edge.clock.advance(5_000);
    assert.match((await edge.get('127.0.0.1', '/')).text, /Page of example\./);
  });

  test('doesn’t read the default site’s bundle again, even if a client sends many addresses as its host', async () => {
    let opened = 0;
    const folder = await mkdtemp(join(tmpdir(), 'docwright-edge-test-'));
    const files = await FileSystemStore.open({
      folder,
      linkBaseUrl: 'https://docs.example',
      linkSecrets: ['a secret'],
    });
    const counting = new Proxy(files, {
      get: (target, name) => {
        if (name === 'open') opened += 1;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const other = await openEdge(database, { defaultAccess: 'public' }, undefined, counting);
    try {
      await database.pool.query(`UPDATE sites SET is_default = false`);
      await other.addSite('default');
      await database.pool.query(`UPDATE sites SET is_default = true WHERE project_id = 'default'`);
      assert.match((await other.get('127.0.0.1', '/')).text, /Page of default\./);
      const before = opened;
      for (let number = 0; number < 100; number++)
        for (const host of [`192.0.2.${number}`, `[2001:db8::${number}]:4401`])
          assert.equal((await other.get(host, '/')).status, 200, host);
      assert.equal(opened, before);
    } finally {
      await other.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** An address of this machine other than its loopback address, for which connections aren't counted. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

test(
  'an edge limits the connections of one address, and still serves other addresses',
  { skip: ownAddress === undefined && 'this machine has no address other than its loopback' },
  async () => {
    const database = await openModuleDatabase<AccessTables>();
    const edge = await openEdge(database, { host: '0.0.0.0', connections: { total: 100, perAddress: 2 } });
    try {
      const from = async (address: string | undefined): Promise<Socket> => {
        const socket = connect({ port: edge.port, host: address, localAddress: address }).on('error', () => undefined);
        await once(socket, 'connect');
        return socket;
      };
      const first = [await from(ownAddress), await from(ownAddress)];
      await once((await from(ownAddress)).resume(), 'close');
      const other = await from('127.0.0.1');
      for (const socket of [other, ...first]) {
        socket.write('GET / HTTP/1.1\r\nHost: nobody.sites.example\r\n\r\n');
        assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 404 /);
      }
      for (const socket of [other, ...first]) socket.destroy();
    } finally {
      await edge.close();
      await database.close();
    }
  },
);
