import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { memoryJournal } from '../testing/memory-journal.ts';
import { runTestTurn, written } from '../testing/run-turn.ts';
import { sampleSite } from '../testing/sample-site.ts';
import { simpleGate } from '../testing/simple-gate.ts';
import { createRulesModel } from './create-rules-model.ts';

const run = (prompt: string, more: Readonly<Record<string, string>> = {}) =>
  runTestTurn({ model: createRulesModel(), files: { ...sampleSite, ...more }, prompt });

describe('a moved page', () => {
  test('keeps its name in a folder, whether or not the folder exists', async () => {
    for (const [prompt, path] of [
      ['Please move guides/auth.mdx into the contributing folder', 'contributing/auth.mdx'],
      ['Move guides/auth to the legal folder', 'legal/auth.mdx'],
      ['Move page guides/auth to folder auth', 'auth/auth.mdx'],
    ] as const) {
      const outcome = await run(prompt);
      assert.equal(outcome.result, 'changes', outcome.summary);
      assert.ok(outcome.overlay.has(path), prompt);
      assert.match(outcome.summary, new RegExp(`to \`${path}\``));
    }
  });

  test('causes a question if its target names no folder or group', async () => {
    for (const to of ['Community', 'languages']) {
      const outcome = await run(`Move guides/auth to ${to}`);
      assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_input', 0]);
      assert.match(outcome.summary, new RegExp(`"${to.toLowerCase()}/"\`\n.*"${to.toLowerCase()}\\.mdx"\``));
    }
  });

  test('causes a question if its target is only a page’s title, even its own', async () => {
    const more = {
      'guides/limits.mdx': '---\ntitle: Limits\nsidebarTitle: Community\n---\n\nAsk.\n',
      'guides/auth.mdx': '---\ntitle: Languages\n---\n\nTranslate it.\n',
    };
    for (const to of ['Community', 'Languages']) {
      const outcome = await run(`Move page guides/auth to ${to}`, more);
      assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_input', 0], outcome.summary);
      assert.match(outcome.summary, new RegExp(`no folder or group "${to}"`));
    }
  });

  test('is renamed if it moves from the root to a lowercase word', async () => {
    const files = { 'setup.mdx': '# Setup\n', 'docs.json': '{"navigation":{"pages":["setup","guides/auth"]}}' };
    assert.ok((await run('move page setup to install', files)).overlay.has('install.mdx'));
    assert.equal((await run('move page setup to Install', files)).overlay.size, 0);
  });
});

test('a renamed section keeps the anchor that a link to its folder uses', async () => {
  const outcome = await run('Rename section "First" in guides/start to "Firsts"', {
    'index.mdx': '[a](/guides#first)\n',
    'guides/start.mdx': '## First\n',
    'docs.json': '{"navigation":{"pages":["index","guides/start","guides/auth"]}}',
  });
  assert.match(written(outcome, 'guides/start.mdx') ?? '', /^## Firsts \{#first\}$/m);
});

test('a link to an anchor of a folder is corrected if the first page of the folder has the anchor', async () => {
  const outcome = await run('fix broken links', {
    'index.mdx': '[a](/guides#first) [b](/guides#none)\n',
    'guides/start.mdx': '## First\n',
    'docs.json': '{"navigation":{"pages":["index","guides/start","guides/auth"]}}',
  });
  assert.equal(written(outcome, 'index.mdx'), '[a](/guides/start#first) [b](/guides#none)\n');
  assert.match(outcome.summary, /left, because it isn't certain.*`\/guides#none` \(index\.mdx:1/);
});

describe('broken anchors', () => {
  const gate = {
    ...simpleGate(),
    check: () =>
      Promise.resolve([
        {
          path: 'guides/auth.mdx',
          severity: 'warning',
          code: 'broken-anchor',
          message:
            'The link "/guides/start#fir" points to the anchor "#fir", which is not on the page "/guides/start".',
          fix: 'Use "#first".',
        },
        {
          path: 'guides/auth.mdx',
          severity: 'warning',
          code: 'broken-anchor',
          message: 'The link "#none" points to the anchor "#none", which is not on the page "/guides/auth".',
          fix: 'Use the ID of one of its headings.',
        },
        {
          path: 'docs.json',
          severity: 'warning',
          code: 'redirect-target',
          message: 'The redirect from "/a" has the destination "/b", which is not a page or file of this site.',
        },
      ] as const),
  };
  const fix = (text: string) =>
    runTestTurn({
      model: createRulesModel(),
      files: { ...sampleSite, 'guides/auth.mdx': text },
      gate,
      prompt: 'fix broken links',
    });

  test('are corrected if a single heading has the same beginning, and other anchors are named', async () => {
    const outcome = await fix('[a](/guides/start#fir) [b](#none) [c]((https://example.com))\n');
    assert.equal(written(outcome, 'guides/auth.mdx'), '[a](/guides/start#first) [b](#none) [c](https://example.com)\n');
    assert.match(
      outcome.summary,
      /left, because it isn't certain.*`#none`.*no such anchor.*`\/b` \(docs\.json, the destination of a redirect\)/,
    );
    assert.equal(outcome.title, 'Fix 2 broken links in 1 page');
  });

  test(`don't end as "nothing to do" if none can be corrected`, async () => {
    const outcome = await fix('[b](#none)\n');
    assert.equal(outcome.result, 'needs_input');
    assert.doesNotMatch(outcome.summary, /Nothing to do/);
  });
});

test('"nothing to do" names what was checked', async () => {
  assert.match((await run('fix spelling')).summary, /only \d+ common English misspellings are known/);
  assert.match((await run('fix broken links')).summary, /anchors and destinations of redirects were checked/);
});

test('a replacement reports how many occurrences with different capitalization are unchanged', async () => {
  const more = {
    'a.mdx': '---\ntitle: Labeling Queue\n---\n\nLabeling queues hold work. A labeling queue has a name.\n',
  };
  const outcome = await run('Replace "labeling queue" with "annotation queue" everywhere', more);
  assert.match(
    outcome.summary,
    /1 file \(1 time\); unchanged: 2 with different capitalization \("Labeling Queue", "Labeling queue"\)/,
  );
  const none = await run('Replace "LABELING queue" with "annotation queue"', more);
  assert.deepEqual([none.result, none.overlay.size], ['needs_input', 0]);
});

describe('a changelog', () => {
  const entry = 'Add a changelog entry for "September 2026": "Alerts have webhooks."';
  test(`can be in a folder, with months, and with a heading that isn't a date`, async () => {
    const outcome = await run(entry, {
      'docs/changelog.mdx':
        '---\ntitle: Changelog\n---\n\n## August 2026\n\n- A\n\n## April–May 2025\n\n- B\n\n## Year in focus\n\nText\n',
    });
    assert.match(
      written(outcome, 'docs/changelog.mdx') ?? '',
      /## September 2026\n\n- Alerts have webhooks\.\n\n## August 2026/,
    );
  });

  test('gets no entry that is older than its newest entry', async () => {
    const outcome = await run('Add a changelog entry for "1.2.0": "X."', {
      'changelog.mdx': '## 1.3.0\n\nA\n\n## 1.1.0\n\nB\n',
    });
    assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_input', 0]);
    assert.match(outcome.summary, /older than the newest entry/);
  });
});

test('the title of a deletion with a redirect is a single imperative sentence', async () => {
  const outcome = await run('delete page guides/start and redirect to guides/auth');
  assert.equal(outcome.title, 'Delete page guides/start and redirect it to guides/auth');
});

test('a refusal states that a model reads free text, who can set one, and where', async () => {
  for (const prompt of ['Translate guides/auth to French', 'Make the home page friendlier'])
    assert.match(
      (await run(prompt)).summary,
      /A language model reads free text\. An administrator can set one on the project's \*Model\* tab or with `docwright models set`\./,
    );
  assert.doesNotMatch((await run('Undo that please.')).summary, /language model/);
});

test('"undo that" is answered with instructions for undoing the changes', async () => {
  const journal = memoryJournal();
  const parts = { model: createRulesModel(), files: sampleSite, journal };
  await runTestTurn({ ...parts, prompt: 'replace "colour" with "color"' });
  const outcome = await runTestTurn({ ...parts, turn: 2, prompt: 'Undo that please.' });
  assert.equal(outcome.result, 'needs_input');
  assert.match(outcome.summary, /`guides\/auth\.mdx`.*close the pull request/);
  assert.doesNotMatch(outcome.summary, /PATH|"A"/);
});
