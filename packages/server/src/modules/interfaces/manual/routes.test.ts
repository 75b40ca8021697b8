import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { errorCodes, jobErrorCodes, operations, type Operation } from '@docwright/contract';
import { buildSite, createMemorySource, type BuildReport } from '@docwright/site-builder';
import { systemClock } from '../../../platform/clock/index.ts';
import { createApp } from '../../../platform/http/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import type { SiteRenderer } from '../../building/site-rendering/index.ts';
import { registerManualRoutes } from './routes.ts';

const manual = fileURLToPath(new URL('../../../../../../docs', import.meta.url));
const log = createLogger({ level: 'silent' });

/** The builder without its process, which other tests cover. */
const build: SiteRenderer['render'] = async ({ loadFolder, basePath, features, onFile }) => {
  const folder = await loadFolder(() => false);
  return buildSite({
    source: createMemorySource(new Map(folder.paths.map((path) => [path, folder.read(path) ?? Buffer.alloc(0)]))),
    settings: { basePath, siteUrl: '', features },
    emit: onFile,
    clock: () => performance.now(),
  });
};

/** Time to wait for a build, which is longer than one takes on a busy machine. */
const buildPatienceMs = 60_000;

interface ManualOptions {
  readonly folder?: string;
  readonly cacheFolder?: string;
  readonly render?: SiteRenderer['render'];
  readonly patienceMs?: number;
}

const root = mkdtempSync(join(tmpdir(), 'docwright-manual-'));
after(() => rmSync(root, { recursive: true, force: true }));
const newFolder = (): string => mkdtempSync(join(root, 'cache-'));

function openManual(baseUrl: string, options: ManualOptions = {}) {
  const { folder = manual, cacheFolder = newFolder(), render = build, patienceMs = buildPatienceMs } = options;
  const app = createApp({ log, isUnavailable: () => false });
  const renderer = { render };
  registerManualRoutes(app, { folder, cacheFolder, baseUrl, renderer, clock: systemClock, log, patienceMs });
  return app;
}

describe('the manual', () => {
  const reports: BuildReport[] = [];
  // A proxy serves the service below a path, and strips that path.
  const app = openManual('https://docs.example/below', {
    render: async (request) => {
      const report = await build(request);
      reports.push(report);
      return report;
    },
  });
  let pages: readonly string[] = [];
  before(async () => {
    const answers = await Promise.all(['/docs', '/docs', '/docs/quickstart'].map((path) => app.inject(path)));
    assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]));
    const listed = async (list: string) =>
      [...(await app.inject(list)).body.matchAll(/\(\/below(\/docs\/[^)]+)\)/g)].map(([, path = '']) => path);
    const root = await listed('/docs/llms.txt');
    const isList = (path: string) => path.endsWith('/llms.txt');
    // There are too many operations for a single list.
    const others = await Promise.all(root.filter(isList).map(listed));
    pages = [...root.filter((path) => !isList(path)), ...others.flat()];
  });
  after(() => app.close());

  test('is built once, without any issue', () => {
    assert.deepEqual(
      reports.map(({ issues }) => issues),
      [[]],
    );
  });

  test('has each operation with its scope, and a separate anchor for each error', async () => {
    const { body } = await app.inject('/docs/llms-full.txt');
    for (const [id, { method, path, scope }] of Object.entries(operations) as [string, Operation][]) {
      assert.ok(body.includes(`\n  ${path}:\n    ${method.toLowerCase()}:\n`), `${id}: ${method} ${path}`);
      if (scope !== null && scope !== 'any') assert.ok(body.includes(`Scope: \`${scope}\``), `${id}: ${scope}`);
    }
    const errors = (await app.inject('/docs/api/errors')).body;
    for (const code of Object.keys(errorCodes)) assert.ok(errors.includes(`id="${code}"`), code);
    for (const code of Object.keys(jobErrorCodes)) assert.ok(errors.includes(`<code>${code}</code>`), code);
  });

  test('serves each page that it lists, Markdown on request, and its own page for missing pages', async () => {
    assert.ok(pages.length > 25 + Object.keys(operations).length, String(pages.length));
    for (const page of pages) assert.equal((await app.inject(page)).statusCode, 200, page);
    const markdown = await app.inject({ url: '/docs/quickstart', headers: { accept: 'text/markdown' } });
    assert.match(String(markdown.headers['content-type']), /^text\/markdown/);
    const missing = await app.inject('/docs/nowhere');
    assert.equal(missing.statusCode, 404);
    assert.match(missing.body, /data-base="\/below\/docs\/"/);
    assert.equal((await app.inject('/docs/decisions/0001-real-postgresql-everywhere')).statusCode, 404);
  });

  test('has addresses that contain only letters, digits, underscores, dashes, dots and slashes', async () => {
    assert.deepEqual(
      pages.filter((page) => !/^[\w./-]+$/.test(page)),
      [],
    );
    const anchors = (await Promise.all(pages.map(async (page) => ({ page, body: (await app.inject(page)).body }))))
      .flatMap(({ page, body }) =>
        [...body.matchAll(/<h[1-6][^>]*\bid="([^"]+)"/g)].map(([, id = '']) => `${page}#${id}`),
      )
      .filter((address) => !/^[\w./-]+#[\w.-]+$/.test(address));
    assert.deepEqual(anchors, []);
  });

  test('has the logo and a menu for copying the page', async () => {
    for (const page of ['/docs/quickstart', '/docs/api/introduction']) {
      const { body } = await app.inject(page);
      assert.match(body, /<img[^>]+logo/, page);
      assert.match(body, /Copy page/, page);
    }
  });

  test('is sent compressed, with a policy that allows only its own scripts', async () => {
    const accepted = { 'accept-encoding': 'gzip' };
    const { headers } = await app.inject({ url: '/docs', headers: accepted });
    assert.equal(headers['content-encoding'], 'gzip');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /script-src 'self'(?: 'sha256-[^']+')*;/);
    assert.match(policy, /connect-src 'self'/);
    const again = await app.inject({ url: '/docs', headers: { ...accepted, 'if-none-match': String(headers.etag) } });
    assert.equal(again.statusCode, 304);
  });

  test('is the redirect target of the reference’s old address', async () => {
    const { statusCode, headers } = await app.inject('/reference');
    assert.deepEqual([statusCode, headers.location], [302, '/below/docs/api/introduction']);
  });
});

test('a manual that is being built shows readers a styled page that reloads, and answers programs with 503', async () => {
  const app = openManual('https://docs.example', { render: () => new Promise(() => undefined), patienceMs: 0 });
  try {
    const page = await app.inject({ url: '/docs', headers: { accept: 'text/html,*/*;q=0.8' } });
    assert.deepEqual([page.statusCode, page.headers['cache-control']], [202, 'no-store']);
    assert.match(page.body, /http-equiv="refresh"/);
    const style = /<style>([\s\S]*)<\/style>/.exec(page.body)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    const policy = String(page.headers['content-security-policy']);
    assert.ok(policy.includes(`style-src 'sha256-${digest}'`), 'the policy allows the page’s own style');
    for (const accept of ['text/plain', '*/*', 'application/json']) {
      const { statusCode, headers } = await app.inject({ url: '/docs/llms.txt', headers: { accept } });
      assert.deepEqual([statusCode, headers['retry-after']], [503, '2'], accept);
    }
  } finally {
    await app.close();
  }
});

test('a manual that is missing or can’t be built is reported as unavailable, and isn’t built again for each request', async () => {
  let tries = 0;
  const broken = openManual('https://docs.example', {
    render: () => {
      tries += 1;
      return Promise.reject(new Error('no builder'));
    },
  });
  const absent = openManual('https://docs.example', { folder: `${manual}/nowhere` });
  try {
    for (const app of [broken, broken, absent]) {
      const { statusCode, headers, body } = await app.inject('/docs/quickstart');
      assert.deepEqual([statusCode, headers['retry-after']], [503, '60']);
      assert.match(body, /The manual can't be shown/);
    }
    assert.equal(tries, 1);
  } finally {
    await broken.close();
    await absent.close();
  }
});

test('a restarted service serves the manual without another build', async () => {
  const cacheFolder = newFolder();
  const start = async () => {
    let builds = 0;
    const render: SiteRenderer['render'] = (request) => {
      builds += 1;
      return build(request);
    };
    const app = openManual('https://docs.example', { cacheFolder, render });
    try {
      const { statusCode, body } = await app.inject('/docs');
      assert.equal(statusCode, 200);
      return { builds, body };
    } finally {
      await app.close();
    }
  };
  const first = await start();
  assert.equal(first.builds, 1);
  assert.deepEqual(await start(), { builds: 0, body: first.body });
});

test('the manual is also served if its folder can’t be written', async () => {
  const cacheFolder = join(newFolder(), 'file');
  writeFileSync(cacheFolder, '');
  const app = openManual('https://docs.example', { cacheFolder });
  try {
    assert.equal((await app.inject('/docs')).statusCode, 200);
  } finally {
    await app.close();
  }
});
