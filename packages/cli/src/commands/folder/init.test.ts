import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand, runJson } from '../../testing/run-command.ts';

const root = mkdtempSync(join(tmpdir(), 'docwright-init-'));
after(() => rmSync(root, { recursive: true }));

test('a new site has the given name and no issues', async () => {
  const { code, json } = await runJson(['init', 'acme-docs'], { cwd: root });
  assert.equal(code, 0);
  assert.equal(json['name'], 'Acme docs');
  const folder = join(root, 'acme-docs');
  assert.deepEqual(
    (json['files'] as string[]).map((file) => existsSync(join(folder, file))),
    Array(5).fill(true),
  );
  const { stdout } = await runCommand(['validate', folder]);
  assert.equal(stdout, '4 pages: 0 errors, 0 warnings, 0 notes\n');
});

test('a name with quotes and shell characters appears correctly in docs.json and in the suggested commands', async () => {
  const name = `O'Brien "& $1" \\ docs`;
  const { stdout } = await runCommand(['init', 'named', '--name', name], { cwd: root });
  assert.equal(JSON.parse(readFileSync(join(root, 'named/docs.json'), 'utf8')).name, name);
  assert.ok(stdout.includes(`--name 'O'\\''Brien "& $1" \\ docs' --from named`), stdout);
});

test('nothing is written if the folder already contains a site or one of the files, or if the target is not a folder', async () => {
  const site = join(root, 'site');
  mkdirSync(site);
  writeFileSync(join(site, 'mint.json'), '{}');
  const pages = join(root, 'pages');
  mkdirSync(pages);
  writeFileSync(join(pages, 'index.mdx'), 'Mine.');
  writeFileSync(join(root, 'file'), '');
  for (const [folder, code, message] of [
    [site, 6, /already contains a site \(mint\.json\)/],
    [pages, 6, /already contains index\.mdx/],
    [join(root, 'file'), 2, /is a file; specify a folder/],
  ] as const) {
    const run = await runCommand(['init', folder]);
    assert.equal(run.code, code, run.stderr);
    assert.match(run.stderr, message);
  }
  assert.deepEqual([readdirSync(site), readdirSync(pages)], [['mint.json'], ['index.mdx']]);
  assert.equal(readFileSync(join(pages, 'index.mdx'), 'utf8'), 'Mine.');
});
