import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand, runJson, startCommand } from '../../testing/run-command.ts';
import { writeSite } from '../../testing/write-site.ts';

const root = mkdtempSync(join(tmpdir(), 'docwright-site-'));
after(() => rmSync(root, { recursive: true }));

function newSite(files?: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(root, 'site-'));
  writeSite(folder, files);
  return folder;
}
const broken = { 'guide.mdx': '---\ntitle: Guide\n---\n\nSee [nothing](/nowhere).\n' };

test('build writes the pages and prints one object with exactly the documented fields', async () => {
  const folder = newSite();
  const { code, json } = await runJson(['build', folder, '--out', join(root, 'out')]);
  assert.equal(code, 0);
  assert.deepEqual(Object.keys(json), [
    'pages',
    'expected',
    'rendered',
    'missing',
    'durationMs',
    'peakMemoryBytes',
    'issueCounts',
    'issues',
  ]);
  assert.deepEqual(
    { pages: json['pages'], rendered: json['rendered'], issues: json['issues'] },
    { pages: 2, rendered: 2, issues: [] },
  );
  assert.match(readFileSync(join(root, 'out/index.html'), 'utf8'), /Hello/);
  assert.ok(existsSync(join(root, 'out/guide.html')));
});

test('output inside the site’s folder is not part of the site, and the folder itself is rejected as output', async () => {
  const folder = newSite();
  for (let time = 0; time < 2; time += 1) {
    const { json } = await runJson(['build', '.', '-o', 'dist'], { cwd: folder });
    assert.equal(json['pages'], 2);
    assert.ok(!existsSync(join(folder, 'dist/dist')));
  }
  const { code, stderr } = await runCommand(['build', '.', '-o', '.'], { cwd: folder });
  assert.equal(code, 2);
  assert.match(stderr, /--out is the site's own folder/);
});

test('build exits with 0 despite an error-level issue, and build --strict exits with 1', async () => {
  const folder = newSite(broken);
  assert.equal((await runCommand(['build', folder, '-o', join(root, 'loose')])).code, 0);
  assert.equal((await runCommand(['build', folder, '-o', join(root, 'strict'), '--strict'])).code, 1);
});

test('build rejects a site with restricted pages unless they are explicitly excluded or included', async () => {
  const folder = newSite({ 'guide.mdx': '---\ntitle: Guide\npublic: false\n---\n\nInner.\n' });
  const out = join(root, 'restricted');
  for (const threads of ['1', '2']) {
    const { code, stderr } = await runCommand(['build', folder, '-o', out, '--threads', threads]);
    assert.equal(code, 1);
    assert.match(stderr, /"guide".*--exclude-restricted.*--include-restricted/);
    assert.ok(!existsSync(out));
  }
  assert.equal((await runCommand(['build', folder, '-o', out, '--exclude-restricted'])).code, 0);
  assert.deepEqual([existsSync(join(out, 'index.html')), existsSync(join(out, 'guide.html'))], [true, false]);
  assert.equal((await runCommand(['build', folder, '-o', out, '--include-restricted'])).code, 0);
  assert.ok(existsSync(join(out, 'guide.html')));
  assert.equal((await runCommand(['validate', folder])).code, 0);
});

test('validate exits with 1 and prints file, line and code of a broken link; a valid site exits with 0', async () => {
  const { code, stdout } = await runCommand(['validate', newSite(broken)]);
  assert.equal(code, 1);
  assert.match(stdout, /guide\.mdx:5\S* {2}error {2}.*nowhere.*broken-link/);
  const sound = await runCommand(['validate', newSite()]);
  assert.deepEqual(sound, { code: 0, stdout: '2 pages: 0 errors, 0 warnings, 0 notes\n', stderr: '' });
});

test('validate --format sarif prints a SARIF 2.1.0 log with the issue at its line', async () => {
  const { code, stdout } = await runCommand(['validate', newSite(broken), '--format', 'sarif']);
  assert.equal(code, 1);
  const log = JSON.parse(stdout) as {
    version: string;
    runs: { results: { ruleId: string; level: string; locations: unknown[] }[] }[];
  };
  assert.equal(log.version, '2.1.0');
  const [result] = log.runs[0]!.results;
  assert.deepEqual({ ruleId: result?.ruleId, level: result?.level }, { ruleId: 'broken-link', level: 'error' });
  const [location] = result!.locations as {
    physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } };
  }[];
  assert.equal(location?.physicalLocation.artifactLocation.uri, 'guide.mdx');
  assert.equal(location?.physicalLocation.region.startLine, 5);
});

test('a missing folder and a folder without a site are rejected', async () => {
  assert.equal((await runCommand(['validate', '/nonexistent'])).code, 4);
  const empty = mkdtempSync(join(root, 'empty-'));
  const { code, stderr } = await runCommand(['validate', empty]);
  assert.equal(code, 2);
  assert.match(stderr, /contains neither docs\.json nor mint\.json/);
});

test('base path and site address are checked before anything is built', async () => {
  const folder = newSite();
  for (const option of [
    ['--base-path', 'docs'],
    ['--base-path', '/docs/'],
    ['--site-url', 'docs.example.com'],
    ['--social-images'],
  ]) {
    assert.equal((await runCommand(['build', folder, '-o', join(root, 'none'), ...option])).code, 2);
  }
  assert.ok(!existsSync(join(root, 'none')));
});

test('build --social-images creates a page’s image, which the page references at the site’s address', async () => {
  const folder = newSite();
  const url = 'https://docs.example.com';
  const out = join(root, 'social');
  assert.equal((await runCommand(['build', folder, '-o', out, '--site-url', url, '--social-images'])).code, 0);
  const [, image = ''] =
    /og:image" content="https:\/\/docs\.example\.com\/([^"]+)/.exec(readFileSync(join(out, 'index.html'), 'utf8')) ??
    [];
  assert.ok(existsSync(join(out, image)), image);
});

test('the cache doesn’t change the output of validate and build, and --no-cache writes no cache', async () => {
  const cache = mkdtempSync(join(root, 'cache-'));
  const env = { XDG_CACHE_HOME: cache };
  const folder = newSite(broken);
  const sites = join(cache, 'docwright/sites');
  await runCommand(['validate', folder, '--no-cache'], { env });
  await runCommand(['build', folder, '-o', join(root, 'first')], { env });
  assert.ok(!existsSync(sites));
  const fresh = await runCommand(['validate', folder], { env });
  assert.equal(readdirSync(sites).length, 1);
  assert.deepEqual(await runCommand(['validate', folder], { env }), fresh);
  writeSite(folder, { 'guide.mdx': '---\ntitle: Guide\n---\n\nFixed.\n' });
  assert.equal((await runCommand(['validate', folder], { env })).code, 0);
  for (let time = 0; time < 2; time += 1)
    await runCommand(['build', folder, '-o', join(root, 'with'), '--cache'], { env });
  assert.equal(readdirSync(sites).length, 2);
  await runCommand(['build', folder, '-o', join(root, 'without'), '--no-cache'], { env });
  const read = (out: string) =>
    readdirSync(join(root, out), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(join(root, out).length), readFileSync(file, 'base64')]);
  assert.deepEqual(read('with'), read('without'));
});

test('build, validate and preview fetch specifications by URL; --offline sends no request, and refused addresses are named', async () => {
  const spec = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'Pets.' } } } } },
  };
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.end(JSON.stringify(spec));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { DOCWRIGHT_PRIVATE_SPEC_HOSTS: origin };
  try {
    const folder = newSite({
      'docs.json': JSON.stringify({
        theme: 'mint',
        name: 'Pets',
        colors: { primary: '#0a7d5a' },
        navigation: {
          groups: [
            { group: 'Start', pages: ['index', 'guide'] },
            { group: 'API', openapi: `${origin}/openapi.json` },
          ],
        },
      }),
    });
    const out = join(root, 'remote');
    const built = await runJson(['build', folder, '--out', out, '--threads', '2'], { env });
    assert.deepEqual([built.json['pages'], built.json['missing']], [3, []]);
    assert.match(readFileSync(join(out, 'api-reference/list-pets.html'), 'utf8'), /\/pets/);
    assert.ok(!readFileSync(join(out, 'llms.txt'), 'utf8').includes('.docwright'));
    assert.equal((await runJson(['validate', folder, '--no-cache'], { env })).json['pages'], 3);
    assert.equal(asked, 2);
    const preview = startCommand(['preview', folder, '--json'], { cwd: folder, env });
    const [line] = (await once(preview.stdout, 'data')) as [Buffer];
    assert.equal((JSON.parse(line.toString()) as { pages: number }).pages, 3);
    preview.kill('SIGTERM');
    await once(preview, 'exit');
    const offline = await runJson(['validate', folder, '--offline', '--format', 'json'], { env });
    assert.deepEqual([offline.json['pages'], asked], [2, 3]);
    const refused = await runCommand(['validate', folder], {});
    assert.equal(refused.code, 1);
    assert.match(refused.stdout, /openapi\.json could not be fetched: http: is not allowed for 127\.0\.0\.1/);
  } finally {
    server.close();
  }
});
