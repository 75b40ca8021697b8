import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { runJson } from '../../testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'docwright-import-'));
after(() => rmSync(folder, { recursive: true }));
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const run = (...args: string[]) => runJson(['import', ...args], { cwd: folder });

test('importing a hostile site writes nothing outside the new folder, runs no configuration, and copies no hidden files', async () => {
  write(
    'old/docusaurus.config.js',
    `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'ran'))}, ''); module.exports = { title: 'Old' };`,
  );
  write('old/docs/a.md', '---\nslug: ../../../out\n---\n# A\n\n![x](../../secret.png) ![y](../.env)\n');
  write('old/docs/b.md', '---\nslug: /../../out2\n---\n# B\n');
  write('old/.env', 'TOKEN=1\n');
  write('secret.png', 'secret');
  symlinkSync(join(folder, 'secret.png'), join(folder, 'old/docs/link.png'));
  const before = readdirSync(folder);
  const { code, json } = await run('old', '--out', 'new/site');
  assert.equal(code, 0);
  assert.deepEqual(readdirSync(folder).toSorted(), [...before, 'new'].toSorted());
  assert.deepEqual(readdirSync(join(folder, 'new')), ['site']);
  const written = readdirSync(join(folder, 'new/site'), { recursive: true, encoding: 'utf8' });
  assert.ok(
    written.every((path) => path.endsWith('.mdx') || path === 'docs.json' || !path.includes('.')),
    written.join(' '),
  );
  assert.match(JSON.stringify(json['losses']), /has no target/);
});

test('a folder with files is left unchanged, and a folder that isn’t a site is rejected', async () => {
  write('mkdocs/mkdocs.yml', 'site_name: M\nnav:\n  - Away: ../../../etc\n  - Home: index.md\n');
  write('mkdocs/docs/index.md', '# Home\n');
  write('full/mine.txt', 'mine');
  const full = await run('mkdocs', '--out', 'full');
  assert.equal(full.json['code'], 'folder_not_empty');
  assert.deepEqual(readdirSync(join(folder, 'full')), ['mine.txt']);
  assert.notEqual((await run('full', '--out', 'none')).code, 0);
  const made = await run('mkdocs', '--out', 'made');
  assert.equal(made.code, 0);
  assert.match(JSON.stringify(made.json['losses']), /etc is outside the documentation/);
  assert.deepEqual(JSON.parse(readFileSync(join(folder, 'made/docs.json'), 'utf8')).navigation, { pages: ['index'] });
  assert.match(readFileSync(join(folder, 'made/index.mdx'), 'utf8'), /title: Home/);
});
