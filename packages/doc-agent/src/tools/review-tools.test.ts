import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNearestBlock } from '../edit/find-nearest-block.ts';
import { sampleSite } from '../testing/sample-site.ts';
import { toolBench } from '../testing/tool-bench.ts';
import { findAnchorFixes } from './fix-anchors.ts';

test('validate filters by code, severity and place, and lists further issues from a given index', async () => {
  const bench = toolBench({
    ...sampleSite,
    'many.mdx': Array.from({ length: 70 }, (_, index) => `[a](/none-${index})`).join(' '),
    'one.mdx': '[a](/none)',
  });
  const check = (input: object) =>
    bench.call('validate', { scope: 'site', ...input }) as Promise<{
      total: number;
      next?: number;
      codes: object;
      issues: { path: string }[];
    }>;
  const first = await check({});
  assert.deepEqual([first.total, first.issues.length, first.next], [71, 60, 60]);
  assert.deepEqual(first.codes, { 'broken-link': 71 });
  const rest = await check({ from: 60 });
  assert.deepEqual([rest.issues.length, rest.next], [11, undefined]);
  assert.equal((await check({ glob: 'one.*' })).total, 1);
  assert.equal((await check({ codes: ['broken-anchor'] })).total, 0);
  assert.equal((await check({ severity: 'warning' })).total, 0);
});

test('diff shows the changes, and revert undoes them, including both paths of a move', async () => {
  const bench = toolBench(sampleSite);
  await bench.call('move_page', { from: 'guides/limits', to: 'limits' });
  await bench.call('frontmatter', { path: 'guides/auth', set: { title: 'Keys' } });
  const { files, diff } = (await bench.call('diff', { paths: ['guides/auth.mdx'] })) as {
    files: { path: string }[];
    diff: string;
  };
  assert.deepEqual(
    files.map(({ path }) => path),
    ['docs.json', 'guides/auth.mdx', 'index.mdx', 'limits.mdx'],
  );
  assert.match(diff, /-title: Auth\n\+title: Keys/);
  assert.deepEqual(await bench.call('diff', { paths: ['/guides/auth.mdx'] }), { files, diff });
  assert.deepEqual(await bench.call('revert', { paths: ['limits.mdx', 'guides/auth.mdx'] }), {
    reverted: ['guides/auth.mdx', 'guides/limits.mdx', 'limits.mdx'],
  });
  assert.equal(await bench.text('guides/auth.mdx'), sampleSite['guides/auth.mdx']);
  assert.equal(await bench.text('limits.mdx'), undefined);
  assert.equal(await bench.call('revert', { paths: ['guides/auth.mdx'] }), 'no_change');
});

test('read numbers lines, and grep shows the lines around a hit', async () => {
  const bench = toolBench({ 'a.mdx': 'one\ntwo\nthree\n', 'b.css': 'two\n' });
  const read = (await bench.call('read', { path: 'a', from: 2, numbers: true })) as { content: string };
  assert.equal(read.content, '2\ttwo\n3\tthree\n');
  assert.deepEqual(await bench.call('grep', { regex: 'two', context: 1, glob: '**' }), {
    hits: [
      { path: 'a.mdx', line: 2, text: 'one\ntwo\nthree' },
      { path: 'b.css', line: 1, text: 'two\n' },
    ],
    truncated: false,
  });
});

test('write rewrites a page by its name, and creates no file without an extension', async () => {
  const bench = toolBench(sampleSite);
  const write = (path: string) => bench.call('write', { path, content: '# Auth\n', replace: true });
  assert.equal(await write('guides/auth'), 'not_read');
  await bench.call('read', { path: 'guides/auth' });
  const written = (await write('/guides/auth')) as { path: string; created: boolean };
  assert.deepEqual([written.path, written.created], ['guides/auth.mdx', false]);
  assert.equal(await bench.text('guides/auth.mdx'), '# Auth\n');
  for (const path of ['guides/new', '_redirects']) assert.equal(await write(path), 'policy', path);
});

test('frontmatter sets a key on all pages of a glob', async () => {
  const bench = toolBench(sampleSite);
  const done = (await bench.call('frontmatter', { in: ['guides/*.mdx'], set: { noindex: true } })) as { files: number };
  assert.equal(done.files, 3);
  assert.match((await bench.text('guides/limits.mdx')) ?? '', /^---\ntitle: Limits\nnoindex: true\n---/);
  assert.equal(await bench.call('frontmatter', { set: {} }), 'invalid_input');
  const other = await bench.call('frontmatter', { in: ['docs.json', 'guides/auth'], set: { icon: 'key' } });
  const reason = '"docs.json" is not a page: pages end in .mdx or .md';
  assert.deepEqual(other, {
    files: 1,
    changedIn: ['guides/auth.mdx'],
    refused: [{ path: 'docs.json', reason }],
    totalRefused: 1,
  });
});

test('several links with the same broken anchor are corrected, each in its own line', () => {
  const line = '[a](/b#limit) [b](/b#limit)';
  const text = `${line}\n${'\n'.repeat(50)}${line}\n`;
  const issue = {
    path: 'a.mdx',
    severity: 'warning',
    code: 'broken-anchor',
    message: 'The link "/b#limit" has no heading.',
    fix: 'Use "#limits".',
  } as const;
  const issues = [52, 1, 1, 52, 1].map((at) => ({ ...issue, line: at }));
  const { fixes, open } = findAnchorFixes([['a.mdx', text]], issues);
  assert.deepEqual(
    fixes.map(({ edit, reason }) => [edit.start, reason.line, reason.to]),
    [
      [82, 52, '/b#limits'],
      [4, 1, '/b#limits'],
      [18, 1, '/b#limits'],
      [96, 52, '/b#limits'],
    ],
  );
  assert.equal(open.length, 1);
});

test('navigation shows pages directly below a tab, and adds a group at a given position', async () => {
  const config =
    '{"navigation":{"tabs":[{"tab":"Docs","pages":["a"]},{"tab":"API","groups":[{"group":"G","pages":["b"]},{"group":"H","pages":["b"]}]}]}}';
  const bench = toolBench({ 'docs.json': config, 'a.mdx': 'a', 'b.mdx': 'b' });
  const { lists } = (await bench.call('navigation', { op: 'show' })) as { lists: unknown };
  assert.deepEqual(lists, [{ in: 'Docs', pages: ['a'] }]);
  const placed = toolBench(sampleSite);
  await placed.call('navigation', { op: 'add_group', group: 'New', before: 'Guides' });
  const { groups } = (await placed.call('navigation', { op: 'show' })) as { groups: { group: string }[] };
  assert.deepEqual(
    groups.map(({ group }) => group),
    ['Start', 'New', 'Guides'],
  );
});

test('the most similar text is found within a long line', () => {
  const line = `${'Other words come first. '.repeat(10)}You can create one alert per signal. ${'More follows here. '.repeat(10)}`;
  const nearest = findNearestBlock(`# Title\n\n${line}\n`, 'create one alert  per signals.');
  assert.equal(nearest?.fromLine, 3);
  assert.match(nearest.diff, /create one alert per signal\.$/m);
  assert.doesNotMatch(nearest.diff, /Other words/);
});
