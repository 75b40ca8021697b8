import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../../platform/http/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { chooseEncoding } from './choose-encoding.ts';
import { createLoadDashboard, registerDashboardRoutes } from './index.ts';

const script = 'console.log(1);'.repeat(100);
const html = '<!doctype html><base href="/dashboard/"><title>Docwright</title>';

/** Runs `use` with a service and the dashboard's folder, which is empty unless the dashboard is built. */
async function withDashboard(
  use: (app: FastifyInstance, folder: string) => Promise<void>,
  { isBuilt = true, baseUrl = 'https://docs.example.com' } = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-dashboard-'));
  const app = createApp({ log: createLogger({ level: 'silent' }), isUnavailable: () => false });
  const load = createLoadDashboard(folder, baseUrl);
  registerDashboardRoutes(app, { load, baseUrl, frameSources: ['https://preview.example.com'] });
  try {
    if (isBuilt) await fill(folder);
    await use(app, folder);
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
}

async function fill(folder: string): Promise<void> {
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'assets/main-1a2b.js'), script);
  await writeFile(join(folder, 'assets/main-1a2b.js.gz'), gzipSync(script));
  await writeFile(join(folder, 'source-digest.txt'), 'not to be served');
}

test('an address without a file returns the page, with a policy that allows only our own scripts', () =>
  withDashboard(async (app) => {
    for (const url of ['/dashboard/', '/dashboard/jobs/proj_1/aj_2', '/dashboard/source-digest.txt']) {
      const { statusCode, headers, body } = await app.inject(url);
      assert.deepEqual({ statusCode, body }, { statusCode: 200, body: html }, url);
      const policy = String(headers['content-security-policy']);
      assert.match(
        policy,
        /default-src 'none'; script-src https:\/\/docs\.example\.com\/dashboard\/; style-src 'self'/,
      );
      assert.match(policy, /frame-src https:\/\/preview\.example\.com; .*frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe/);
      assert.equal(headers['cache-control'], 'no-cache');
    }
  }));

test('a file with a digest in its name is cached for a year as immutable, and is compressed for clients that accept it', () =>
  withDashboard(async (app) => {
    const url = '/dashboard/assets/main-1a2b.js';
    const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(rawPayload).toString(), script);
    assert.equal((await app.inject(url)).body, script);
    const again = await app.inject({
      url,
      headers: { 'if-none-match': (await app.inject(url)).headers.etag as string },
    });
    assert.equal(again.statusCode, 304);
  }));

test('a request for a file that this build doesn’t have doesn’t return the page', () =>
  withDashboard(async (app) => {
    assert.equal((await app.inject('/dashboard/assets/gone-9z.js')).statusCode, 404);
    for (const url of ['/dashboard/assets/../index.html', '/dashboard/assets/%2e%2e/%2e%2e/package.json']) {
      assert.notEqual((await app.inject(url)).body.includes('"name"'), true, url);
    }
  }));

test('the page contains its address when it is served below a path of a proxy', () =>
  withDashboard(
    async (app) => {
      assert.match((await app.inject('/dashboard/')).body, /<base href="\/a&amp;b\/dashboard\/"/);
      assert.equal((await app.inject('/dashboard')).headers.location, '/a&b/dashboard/');
    },
    { baseUrl: 'https://docs.example.com/a&b' },
  ));

test('the root redirects browsers to the dashboard, but not programs', () =>
  withDashboard(async (app) => {
    const people = await app.inject({ url: '/', headers: { accept: 'text/html,*/*' } });
    assert.deepEqual([people.statusCode, people.headers.location], [302, '/dashboard/']);
    assert.equal((await app.inject({ url: '/', headers: { accept: 'application/json' } })).statusCode, 404);
  }));

test('a missing build of the dashboard is reported, and served as soon as it exists', () =>
  withDashboard(
    async (app, folder) => {
      const missing = await app.inject('/dashboard/');
      assert.equal(missing.statusCode, 503);
      assert.match(missing.body, /The dashboard is not built/);
      await fill(folder);
      assert.equal((await app.inject('/dashboard/')).statusCode, 200);
    },
    { isBuilt: false },
  ));

test('the smallest encoding that the client accepts is used', () => {
  const all = () => true;
  assert.equal(chooseEncoding('gzip, deflate, br, zstd', all), 'br');
  assert.equal(chooseEncoding('gzip;q=1, br;q=0', all), 'gzip');
  assert.equal(chooseEncoding('*', all), 'br');
  assert.equal(chooseEncoding(undefined, all), 'identity');
  assert.equal(
    chooseEncoding('br', (name) => name !== 'br'),
    'identity',
  );
});
