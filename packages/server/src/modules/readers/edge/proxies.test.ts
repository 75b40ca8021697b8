/** Runs the recipes of `deploy/proxies` unchanged; only ports, certificates and authorities are local. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findFreePort } from '../../../testing/free-port.ts';
import { findMissing, makeCertificate } from '../../../testing/make-certificate.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { startNginx } from '../../../testing/start-nginx.ts';
import type { AccessTables } from './access-store.ts';
import { openEdge, type EdgeRequest, type TestEdge } from './testing/open-edge.ts';
import { says } from './testing/says.ts';

const recipe = (name: string): string =>
  readFileSync(new URL(`../../../../../../deploy/proxies/${name}`, import.meta.url), 'utf8');

describe('behind proxies', () => {
  let database: ModuleDatabase<AccessTables>;
  let edge: TestEdge;
  let folder = '';
  const started: ChildProcess[] = [];

  before(async () => {
    database = await openModuleDatabase<AccessTables>();
    edge = await openEdge(database, { defaultAccess: 'public', trustedProxies: ['127.0.0.1'] });
    await edge.addSite('acme');
    await database.pool.query(
      `INSERT INTO site_domains (id, organization_id, project_id, domain, status, claimed_at)
       VALUES ('sd_1', 'org_home', 'acme', 'docs.example.com', 'verified', now()),
         ('sd_2', 'org_home', 'acme', 'waits.example.com', 'pending', null)`,
    );
    await edge.addSite('counted', HOME, { analytics: true });
    await database.pool.query(
      `UPDATE sites SET primary_domain = CASE project_id WHEN 'acme' THEN 'docs.example.com' ELSE 'www.customer.example' END`,
    );
    folder = await mkdtemp(join(tmpdir(), 'docwright-proxies-'));
  });
  after(async () => {
    for (const child of started) {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await edge.close();
    await database.close();
    await rm(folder, { recursive: true });
  });

  const ask = (domain: string, request: EdgeRequest = {}, host = '127.0.0.1:4401') =>
    edge.get(host, `/_docwright/ask?domain=${domain}`, { from: '127.0.0.2', ...request });

  test('a proxy can get a certificate for a verified domain and for a live site’s own name', async () => {
    for (const [name, status] of [
      ['docs.example.com', 200],
      ['DOCS.example.com.', 200],
      ['acme.sites.example', 200],
      ['waits.example.com', 404],
      ['nobody.example.com', 404],
      ['nobody.sites.example', 404],
      // Each branch would need a certificate, so previews use the wildcard certificate.
      ['next-12345678--acme.sites.example', 404],
      ['sites.example', 404],
      ['127.0.0.1', 404],
      ['', 404],
      ['%00', 404],
    ] as const)
      assert.equal((await ask(name)).status, status, name);
  });

  test('only requests by machine name can ask for certificates, not requests to a site or through a proxy', async () => {
    assert.equal((await ask('docs.example.com', {}, 'edge:4401')).status, 200);
    assert.equal((await ask('docs.example.com', {}, 'acme.sites.example')).status, 404);
    assert.equal((await ask('docs.example.com', {}, 'docs.example.com')).status, 404);
    for (const name of ['for', 'host', 'proto']) {
      const { status } = await ask('docs.example.com', { headers: { [`x-forwarded-${name}`]: '127.0.0.1' } });
      assert.equal(status, 404, name);
    }
  });

  test('a limited number of requests per second reaches the database', async () => {
    edge.clock.advance(1_000);
    const names = Array.from({ length: 150 }, (_, n) => `made-up-${n}.example.net`);
    const answers = await Promise.all(names.map((name) => ask(name)));
    assert.equal(answers.filter(({ status }) => status === 404).length, 100);
    assert.equal(answers.filter(({ status }) => status === 503).length, 50);
    edge.clock.advance(1_000);
    assert.equal((await ask('docs.example.com')).status, 200);
  });

  test('only a trusted proxy can set the host and the scheme', async () => {
    const host = 'docs.example.com';
    for (const more of [{}, { authorization: 'Basic eDp5' }]) {
      const headers = { 'x-forwarded-host': host, ...more };
      const known = { from: '127.0.0.1', headers };
      assert.match((await edge.get('origin.internal.example', '/', known)).text, /Page of acme/);
      assert.equal((await edge.get('origin.internal.example', '/', { from: '127.0.0.2', headers })).status, 404);
      const plain = { ...more, 'x-forwarded-proto': 'http' };
      const redirect = await edge.get(host, '/a?b=c', { from: '127.0.0.1', headers: plain });
      assert.deepEqual([redirect.status, redirect.headers['location']], [308, 'https://docs.example.com/a?b=c']);
      assert.equal((await edge.get(host, '/', { from: '127.0.0.2', headers: plain })).status, 200);
    }
  });

  test(
    'Caddy gets certificates on demand only for verified domains',
    { skip: findMissing('caddy', 'openssl') },
    async () => {
      const [http, port] = [await findFreePort(), await findFreePort()];
      const own = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${port}\n`;
      await writeFile(join(folder, 'Caddyfile'), recipe('Caddyfile').replace('{\n', own));
      const { certificateFile, keyFile } = makeCertificate(folder, 'sites', 'DNS:*.sites.example');
      const caddy = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
        env: {
          ...process.env,
          HOME: folder,
          XDG_DATA_HOME: folder,
          XDG_CONFIG_HOME: folder,
          EDGE: `127.0.0.1:${edge.port}`,
          SITES_DOMAIN: 'sites.example',
          SITES_CERTIFICATE: certificateFile,
          SITES_KEY: keyFile,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      started.push(caddy);
      await says(caddy, 'serving initial configuration');
      assert.match((await readByTls(port, 'docs.example.com')).text, /Page of acme/);
      assert.match((await readByTls(port, 'next-12345678--acme.sites.example')).text, /Page of acme/);
      for (const name of ['waits.example.com', 'nobody.example.com'])
        await assert.rejects(readByTls(port, name), /alert|ECONNRESET|EPROTO/, name);
      assert.equal((await readByTls(port, 'docs.example.com', '/_docwright/ask?domain=docs.example.com')).status, 404);
    },
  );

  test(
    'nginx passes the requested name and the scheme to the edge, and replaces forged headers',
    { skip: findMissing('nginx', 'openssl') },
    async () => {
      const [http, port] = [await findFreePort(), await findFreePort()];
      const { certificateFile, keyFile } = makeCertificate(folder, 'sites', 'DNS:*.sites.example');
      const site = recipe('nginx.conf')
        .replace('listen 80;', `listen 127.0.0.1:${http};`)
        .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
        .replace('127.0.0.1:4401', `127.0.0.1:${edge.port}`)
        .replace('/etc/ssl/sites.example.crt', certificateFile)
        .replace('/etc/ssl/sites.example.key', keyFile);
      started.push(await startNginx({ folder, name: 'edge', site, port }));
      assert.match((await readByTls(port, 'acme.sites.example')).text, /Page of acme/);
      const forged = {
        'x-forwarded-host': 'nobody.example',
        'x-forwarded-proto': 'http',
        'x-forwarded-for': '192.0.2.1',
      };
      assert.match((await readByTls(port, 'acme.sites.example', '/', forged)).text, /Page of acme/);
      const { status, headers } = await edge.get('acme.sites.example', '/', { port: http });
      assert.deepEqual([status, headers['location']], [308, 'https://acme.sites.example/']);
    },
  );

  test(
    'a customer’s own untrusted proxy uses the name below the sites domain, and pages at the verified domain report through it',
    { skip: findMissing('nginx') },
    async () => {
      const port = await findFreePort();
      const site = `server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${edge.port};
        proxy_bind 127.0.0.9; proxy_set_header Host counted.sites.example; proxy_set_header X-Forwarded-Host $host;
        proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto http; } }`;
      started.push(await startNginx({ folder, name: 'customer', site, port }));
      const host = 'www.customer.example';
      // The first twelve digits are the time.
      const moment = edge.clock.now().toString(16).padStart(12, '0');
      const idNow = (): string =>
        `${moment.slice(0, 8)}-${moment.slice(8)}-7000-8000-${randomBytes(6).toString('hex')}`;
      const page = await edge.get(host, '/', { port });
      assert.deepEqual([page.status, /Page of counted/.test(page.text)], [200, true]);
      const report = (origin: string) =>
        edge.get(host, '/_docwright/events', {
          port,
          method: 'POST',
          headers: { origin, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
          body: JSON.stringify({ events: [{ id: idNow(), kind: 'view', path: '/' }] }),
        });
      assert.equal((await report('https://www.customer.example')).status, 204);
      assert.equal((await report('https://counted.sites.example')).status, 204);
      for (const origin of ['https://docs.example.com', 'https://evil.example', 'null'])
        assert.equal((await report(origin)).status, 403, origin);
    },
  );
});

async function readByTls(port: number, name: string, path = '/', headers = {}) {
  const target = { host: '127.0.0.1', port, path, servername: name, rejectUnauthorized: false, agent: false as const };
  const sent = httpsRequest({ ...target, headers: { ...headers, host: name } }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of answer) text += String(piece);
  return { status: answer.statusCode, text };
}
