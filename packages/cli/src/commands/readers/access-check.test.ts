import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand, runJson } from '../../testing/run-command.ts';
import { writeSite } from '../../testing/write-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'docwright-access-'));
after(() => rmSync(folder, { recursive: true }));

const property = { type: 'string', 'x-mint': { groups: ['partners'] } };
const schema = { type: 'object', properties: { open: { type: 'string' }, inner: property } };
const responses = { 200: { description: 'ok', content: { 'application/json': { schema } } } };
writeSite(folder, {
  'docs.json': JSON.stringify({
    theme: 'mint',
    name: 'T',
    colors: { primary: '#000' },
    navigation: {
      groups: [
        { group: 'Open', pages: ['index', 'guide'] },
        { group: 'Staff', groups: ['staff'], pages: ['runbook', 'salaries'] },
        { group: 'API', openapi: 'api.json' },
      ],
    },
  }),
  'index.mdx': '---\ntitle: Home\n---\nHello',
  'runbook.mdx': '---\ntitle: Runbook\n---\nx',
  'salaries.mdx': '---\ntitle: Salaries\ngroups:\n  includes: [hr]\n  excludes: ["trial-*"]\n---\nx',
  'api.json': JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/things': { get: { summary: 'List things', responses } } },
  }),
});

const check = (...options: string[]) => runJson(['access', 'check', '--folder', folder, ...options]);
const pathsOf = (list: unknown): string[] => (list as { path: string }[]).map(({ path }) => path);

test('access check lists the content that a reader can and can’t see', async () => {
  const { json } = await check('--groups', 'staff,other');
  assert.deepEqual(json['reader'], { signedIn: true, groups: ['staff', 'other'] });
  assert.deepEqual(
    [pathsOf(json['visible']), pathsOf(json['hidden'])],
    [['index', 'guide', 'runbook', 'api-reference/list-things'], ['salaries']],
  );
  assert.deepEqual((json['hidden'] as object[])[0], {
    path: 'salaries',
    title: 'Salaries',
    sourcePath: 'salaries.mdx',
    visible: false,
    readers: {
      signedIn: true,
      groups: [
        { includes: ['hr'], excludes: ['trial-*'] },
        { includes: ['staff'], excludes: [] },
      ],
    },
    reasons: [
      { from: 'frontmatter', public: null, groups: { includes: ['hr'], excludes: ['trial-*'] } },
      { from: 'navigation.pages[1] ("Staff")', public: null, groups: { includes: ['staff'], excludes: [] } },
    ],
  });
  assert.equal((json['hiddenParts'] as object[]).length, 1);
});

test('without options, access check describes a reader who isn’t signed in', async () => {
  const { code, stdout } = await runCommand(['access', 'check', '--folder', folder]);
  assert.equal(code, 0);
  assert.match(stdout, /^A reader who isn’t signed in would see 3 of 5 pages\.\n/);
  assert.match(stdout, /\n {2}runbook: staff \(navigation\.pages\[1\] \("Staff"\): groups: staff\)\n/);
  assert.match(stdout, /api\.json#\/paths\/~1things.*\/inner: partners/);
  assert.match(
    (await runCommand(['access', 'check', '--folder', folder, '--signed-in'])).stdout,
    /^A signed-in reader/,
  );
});

test('access check --page shows who can see one page', async () => {
  const { stdout } = await runCommand(['access', 'check', '--folder', folder, '--page', '/salaries']);
  assert.match(stdout, /^salaries: hr except trial-\*, and staff\n/);
  assert.match(
    (await runCommand(['access', 'check', '--folder', folder, '--page', 'index'])).stdout,
    /^index: everyone/,
  );
  const missing = await runCommand(['access', 'check', '--folder', folder, '--page', 'nothing']);
  assert.deepEqual([missing.code === 0, /no page "nothing"/.test(missing.stderr)], [false, true]);
});
