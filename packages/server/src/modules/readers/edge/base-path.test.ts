import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findFreePort } from '../../../testing/free-port.ts';
import { findMissing } from '../../../testing/make-certificate.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import type { AccessTables } from './access-store.ts';
import { says } from './testing/says.ts';
import { digestOf, openEdge, type EdgeRequest, type TestEdge } from './testing/open-edge.ts';

const host = 'acme.sites.example';
const features = { analytics: true, feedback: true };

describe('a live site below a base path', () => {
  let database: ModuleDatabase<AccessTables>;
  let edge: TestEdge;
  before(async () => {
    database = await openModuleDatabase<AccessTables>();
    edge = await openEdge(database, { defaultAccess: 'public' });
    await edge.addSite('acme', undefined, features);
  });
  after(async () => {
    await edge.close();
    await database.close();
  });

  /** The current time as twelve digits, in the reporter's format. */
  const view = (path: string): string => {
    const moment = edge.clock.now().toString(16).padStart(12, '0');
    const id = `${moment.slice(0, 8)}-${moment.slice(8)}-7000-8000-${randomBytes(6).toString('hex')}`;
    return JSON.stringify({ events: [{ id, kind: 'view', path }] });
  };
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', origin: `https://${host}` };
  const post = (path: string, body: string, headers = browser, request: EdgeRequest = {}) =>
    edge.get(host, path, { method: 'POST', headers, body, ...request });
  const stored = async () => {
    const { rows } = await database.pool.query<{ path: string }>('select path from analytics_events order by at, id');
    return rows.map(({ path }) => path);
  };

  test('replaces a site at the root between two requests, and open pages continue to work', async () => {
    assert.match((await edge.get(host, '/guide')).text, /Guide/);
    const before = `/_docwright/theme.${digestOf('Page of acme.')}.css`;
    await edge.deploy('acme', { text: 'Page below.', basePath: '/docs', features });
    for (;;) {
      const [root, below] = [await edge.get(host, '/'), await edge.get(host, '/docs/')];
      if (below.status === 200) break;
      assert.deepEqual([root.status, below.status], [root.status === 307 ? 307 : 200, 404]);
    }
    const { status, headers } = await edge.get(host, '/?q=1');
    assert.deepEqual([status, headers['location']], [307, '/docs/?q=1']);
    assert.match((await edge.get(host, '/docs')).text, /Page below/);
    assert.match((await edge.get(host, '/docs/guide')).text, /Guide/);
    for (const path of ['/guide', '/docsguide', '/docs/docs/guide', '/docs/../guide']) {
      const missing = await edge.get(host, path);
      assert.deepEqual([missing.status, /Not found in Page below/.test(missing.text)], [404, true], path);
    }
    // A page of the previous version is still open: it loads its assets, and reports to its previous address.
    assert.equal((await edge.get(host, before)).status, 200);
    assert.equal((await post('/_docwright/events', view('/guide'))).status, 204);
  });

  test('collects analytics and feedback below its path, and stores paths without it', async () => {
    assert.equal((await post('/docs/_docwright/events', view('/docs/guide'))).status, 204);
    assert.deepEqual(await stored(), ['/guide', '/guide']);
    const thumb = JSON.stringify({ path: '/docs/guide', helpful: true });
    assert.equal((await post('/docs/_docwright/feedback', thumb)).status, 204);
    const agent = JSON.stringify({ path: '/docs/guide', feedback: 'The sample does not run.' });
    assert.equal((await post('/docs/feedback', agent, { ...browser, 'user-agent': 'curl/8' })).status, 204);
    for (const path of ['/other/_docwright/events', '/docs/docs/_docwright/events'])
      assert.equal((await post(path, view('/docs/guide'))).status, 405, path);
  });

  test('serves robots.txt at the root too, and 404 for missing files that programs request there', async () => {
    for (const path of ['/robots.txt', '/docs/robots.txt'])
      assert.match((await edge.get(host, path)).text, /^User-agent/, path);
    for (const path of ['/sitemap.xml', '/.well-known/none', '/.well-known/../guide'])
      assert.equal((await edge.get(host, path)).status, 404, path);
  });

  test(
    'is served below a company’s own domain by the Caddy recipe, although that proxy isn’t trusted',
    { skip: findMissing('caddy') },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'docwright-base-path-'));
      const website = createServer((request, response) => response.end(`website ${request.url ?? ''}`));
      website.listen(0, '127.0.0.1');
      await once(website, 'listening');
      const address = website.address();
      const port = await findFreePort();
      const caddy = runCaddy(folder, {
        DOMAIN: `http://www.customer.example:${port}`,
        SITE: host,
        SITE_UPSTREAM: `http://127.0.0.1:${edge.port}`,
        WEBSITE: `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
      });
      try {
        await says(caddy, 'serving initial configuration');
        await database.pool.query(`UPDATE sites SET primary_domain = 'www.customer.example' WHERE project_id = 'acme'`);
        await edge.deploy('acme', { text: 'Page of a customer.', basePath: '/docs', features });
        const read = (path: string, request: EdgeRequest = {}) =>
          edge.get('www.customer.example', path, { port, ...request });
        while (!/Page of a customer/.test((await read('/docs/')).text));
        for (const path of ['/', '/guide', '/docsguide', '/robots.txt', '/_docwright/events'])
          assert.equal((await read(path)).text, `website ${path}`);
        assert.match((await read('/docs/guide')).text, /Guide/);
        assert.match((await read('/docs')).text, /Page of a customer/);
        assert.equal((await read('/docs/none')).status, 404);
        const headers = { ...browser, origin: 'https://www.customer.example' };
        const sent = { method: 'POST', headers, body: view('/docs/') };
        assert.equal((await read('/docs/_docwright/events', sent)).status, 204);
        const foreign = { ...sent, headers: { ...browser, origin: 'https://evil.example' } };
        assert.equal((await read('/docs/_docwright/events', foreign)).status, 403);
      } finally {
        caddy.kill();
        await once(caddy, 'exit');
        website.close();
        await rm(folder, { recursive: true });
      }
    },
  );
});

function runCaddy(folder: string, settings: Readonly<Record<string, string>>): ChildProcess {
  const recipe = readFileSync(new URL('../../../../../../deploy/proxies/base-path.Caddyfile', import.meta.url), 'utf8');
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n}\n${recipe}`);
  return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}
