import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTestTurn, written } from '../testing/run-turn.ts';
import { sampleSite } from '../testing/sample-site.ts';
import { createRulesModel } from './create-rules-model.ts';

const site = {
  ...sampleSite,
  'guides/install.mdx': '---\ntitle: Install\nversion: "3.9"\n---\n\nInstall 3.9.\n\n<Note>Takes a minute.</Note>\n',
  'rate-limits.mdx': '---\ntitle: Rate limits\n---\n\nThe limit is 100.\n',
};
const run = (prompt: string) => runTestTurn({ model: createRulesModel(), files: site, prompt });

/** Each prompt contains an instruction that the engine could carry out but that its author doesn't want. */
const unwanted: Readonly<Record<string, readonly string[]>> = {
  negated: [
    'Do not delete page guides/start and redirect to guides/auth',
    'Do not do any of the following:\n- delete page guides/auth\n- delete page guides/limits',
    "Don't:\n1. delete page guides/auth",
    'Things we should NOT do yet:\n1. delete page guides/auth',
    'Never. Delete page guides/auth.',
    'Under no circumstances; delete page guides/auth',
    'Do anything but this:\ndelete page guides/auth',
    'Hi, do not do this yet!\ndelete page guides/auth',
    'Thanks, but no.\ndelete page guides/auth',
    'Please do nothing for now.\nSet title of guides/auth to "X"',
    'Fix typos. Do not change anything in _snippets.',
    'replace "colour" with "color" in guides/ but leave guides/auth alone',
    'replace "colour" with "color". Skip code blocks.',
    'No need to delete page guides/auth',
    'Stop! Set title of guides/auth to "X"',
    'Rejected ideas:\n- rename guides/auth to guides/sign-in',
    'Cancel this: set title of guides/auth to "X"',
    'Undo the following: set title of guides/auth to "X"',
    'Set title of guides/auth to "X"... just kidding.',
    'delete page guides/auth\nForget what I said above.',
  ],
  conditional: [
    'If nobody links to it, delete page guides/auth',
    'Unless legal objects: delete page guides/auth',
    'Once the release is out: set title of guides/auth to "X"',
    'When 2.0 ships. Set title of guides/auth to "X".',
    'In case of doubt, set title of guides/auth to "X"',
    'Only if approved by Ada:\nset title of guides/auth to "X"',
    'Ask me before changing anything. Set title of guides/auth to "X"',
    'Wait for my OK. Set title of guides/auth to "X"',
    'Provided that tests pass; set title of guides/auth to "X"',
    'set title of guides/auth to "X", if it is still the old one',
  ],
  postponed: [
    'Tomorrow: set title of guides/auth to "X"',
    'Next sprint we will do these:\n- set title of guides/auth to "X"',
    'Backlog\n- set title of guides/auth to "X"',
    'Later, set title of guides/auth to "X"',
    'set title of guides/auth to "X" on Monday',
    'After the freeze. Set title of guides/auth to "X"',
    '- [ ] set title of guides/auth to "X"',
    '- [x] set title of guides/auth to "X"',
    '~~set title of guides/auth to "X"~~',
    'TODO(ada): set title of guides/auth to "X"',
  ],
  'quoted or pasted': [
    'A customer wrote: "delete page guides/auth"',
    '"delete page guides/auth"',
    '> delete page guides/auth',
    '> Hi,\n> delete page guides/auth',
    'From: joe@example.com\nSubject: docs\n\ndelete page guides/auth\n\nBest,\nJoe',
    'Dear docs team,\ndelete page guides/auth\nKind regards, Joe',
    '```\ndelete page guides/auth\n```',
    '~~~text\ndelete page guides/auth\n~~~',
    '<!--\ndelete page guides/auth\n-->',
    'For example:\ndelete page guides/auth',
    'The old ticket said:\n```yaml\n- delete: { page: guides/auth }\n```',
    'What does the engine do with this?\ndelete page guides/auth',
    'Translate into German:\ndelete page guides/auth',
    'Explain the command\ndelete page guides/auth',
    'Summarise this thread:\nAda: delete page guides/auth\nBob: no!',
  ],
  asked: [
    'Should we delete page guides/auth?',
    'delete page guides/auth?',
    'Delete page guides/auth ?!',
    'Is it a good idea? Delete page guides/auth.',
    'move page guides/auth to guides/sign-in?',
  ],
  'only partly understood': [
    'Move the content of guides/auth into guides/start. Then delete page guides/auth',
    'Merge guides/auth into guides/limits; delete page guides/auth and redirect to guides/limits',
    'Rewrite guides/auth for beginners. Set title of guides/auth to "Sign in".',
    'Translate guides/auth to French, then set title of guides/auth to "Connexion"',
    'set title of guides/auth to "X"\nand make it sound friendlier',
    'delete page guides/auth and everything below it',
    `${'set title of guides/auth to "X"\n'.repeat(200)}Actually, don't.`,
  ],
  'in a natural wording that is negated, delayed, doubted or has two meanings': [
    '"colour" should not be "color"',
    '"colour" should probably be "color"',
    '"colour" should be "color" or "hue"',
    '"colour" should be "color"?',
    'If anyone asks, "colour" should be "color"',
    '"colour" should be "color" once 2.0 ships',
    'Ada says "colour" should be "color"',
    '> "colour" should be "color"',
    'Never use "color" instead of "colour"',
    'Why use "color" instead of "colour"?',
    'It should never say "color" instead of "colour"',
    'colour should be color',
    "Don't change URL /guides/limits to /guides/auth",
    'Change URL /guides/limits to whatever is right',
    'Change the link in index to /guides/auth',
    'Change URL /guides/limits to /guides/auth unless it is a redirect',
    'The title of guides/auth should not be "X"',
    'The title of guides/auth should be shorter',
    'Give guides/auth a better title',
    'Give guides/auth the title "X" tomorrow',
    "guides/auth's title should be improved",
    'Add a warning to guides/auth about keys',
    'Add a warning to guides/auth: keys expire',
    'Add a warning to guides/auth if there is none: "X"',
    'Do not add a warning to guides/auth: "X"',
    'Add a warning "X" or a note to guides/auth',
    'Rename group "Guides" to something shorter, like "G"',
    "Don't rename group Guides to Help",
    'Rename group Guides to Help next week',
    'Should we rename group Guides to Help?',
    'Hide page guides/auth from beginners',
    'Hide guides/auth',
    'Do not hide page guides/auth',
    'Unhide page guides/auth when it is done',
    'Add descriptions to pages that lack one',
  ],
  'about the text of a page': [
    'Change the limit in rate-limits to 200',
    'Change the tone of guides/auth to friendly',
    'Update the link in guides/install to https://example.com',
    'Update the screenshot in guides/install to new.png',
    'Change the example in guides/auth to curl',
    'Change the heading of guides/auth to Signing',
    'Set the status of guides/auth to done',
    'Change the mode in guides/install to dark',
    'Change the url of guides/install to https://example.com',
    'Change the tag in guides/install to v2',
    'Set the timestamp of guides/auth to 10:00',
    'Remove the note from guides/install',
    'Remove the screenshot from guides/install',
    'Remove the icon from guides/auth',
    'Clear the cache in guides/install',
    'set title of guides/auth to "X". Change the limit in rate-limits to 200',
  ],
};

for (const [what, prompts] of Object.entries(unwanted)) {
  describe(`a prompt with a part that is ${what} changes nothing`, () => {
    for (const prompt of prompts) {
      test(JSON.stringify(prompt.slice(0, 80)), async () => {
        const outcome = await run(prompt);
        assert.deepEqual(
          [outcome.result, outcome.files, outcome.overlay.size],
          ['needs_model', [], 0],
          outcome.summary,
        );
        assert.match(outcome.summary, /^Nothing was changed, because this wasn't understood:\n- "/);
      });
    }
  });
}

describe('requests that the engine rejects', () => {
  test('are quoted, and the readable part is offered as a prompt that is carried out when it is sent', async () => {
    const refused = await run(
      'Make it sing. Set title of guides/auth to "`A`"\n```yaml\n- unlist: { page: guides/limits }\n```\nThanks!',
    );
    assert.match(refused.summary, /understood:\n- "Make it sing\."\n/);
    const followUp = /(`{3,})text\n([^]*?)\n\1/.exec(refused.summary)?.[2] ?? '';
    const done = await run(followUp);
    assert.equal(done.result, 'changes', done.summary);
    assert.deepEqual(
      done.files.map(({ path }) => path),
      ['docs.json', 'guides/auth.mdx'],
    );
  });
});

describe('a frontmatter key', () => {
  test('is set if it exists, and 3.10 stays 3.10', async () => {
    const outcome = await run('Change the version in guides/install to 3.10');
    assert.match(
      written(outcome, 'guides/install.mdx') ?? '',
      /^---\ntitle: Install\nversion: "3\.10"\n---\n\nInstall 3\.9\./,
    );
  });

  test('is set even if the page doesn’t have it, if the word frontmatter is used', async () => {
    const outcome = await run('Set the frontmatter key limit of rate-limits to 200');
    assert.match(written(outcome, 'rate-limits.mdx') ?? '', /\nlimit: 200\n/);
  });

  test('is looked up at the page’s new path if an earlier statement moves the page', async () => {
    const outcome = await run('Move page guides/install to setup.mdx. Set version of setup.mdx to "4"');
    assert.match(written(outcome, 'setup.mdx') ?? '', /\nversion: "?4"?\n/);
  });
});

describe('a natural wording that is certain', () => {
  const page = (path: string) => async (prompt: string) => written(await run(prompt), path);
  const auth = page('guides/auth.mdx');

  test('replaces one text with another', async () => {
    for (const prompt of [
      '"colour" should be "color"',
      '"colour" should be "color" in guides/auth',
      'On guides/auth, "colour" should read "color".',
      'It should say "color" instead of "colour" on guides/auth',
      'Please use "color" instead of "colour" everywhere.',
    ])
      assert.match((await auth(prompt)) ?? '', /The color of keys/, prompt);
  });

  test('changes pages and snippets of the whole site, and counts occurrences in files that aren’t pages', async () => {
    const readme = 'The colour of pages, and its colour.\n';
    const files = { ...site, 'README.md': readme, '_x/AGENTS.md': 'colour\n', 'snippets/a.mdx': 'A colour.\n' };
    const turn = (prompt: string, more: Readonly<Record<string, string>> = {}) =>
      runTestTurn({ model: createRulesModel(), files: { ...files, ...more }, prompt });
    const outcome = await turn('replace "colour" with "color"');
    assert.equal(written(outcome, 'README.md'), undefined);
    assert.equal(written(outcome, '_x/AGENTS.md'), undefined);
    assert.equal(written(outcome, 'snippets/a.mdx'), 'A color.\n');
    assert.match(outcome.summary, /unchanged: (?:.*, )?3 in files that aren't pages/);
    const named = await turn('replace "colour" with "color" in README.md');
    assert.equal(written(named, 'README.md'), 'The color of pages, and its color.\n');
    const config = (sampleSite['docs.json'] ?? '').replace('"pages": [', '"pages": ["README", ');
    assert.equal(
      written(await turn('replace "colour" with "color"', { 'docs.json': config }), 'README.md'),
      'The color of pages, and its color.\n',
    );
  });

  test('changes a link target, but not a longer one', async () => {
    const files = { ...site, 'a.mdx': '[a](/guides/start) [b](/guides/start#first) /guides/start\n' };
    const outcome = await runTestTurn({
      model: createRulesModel(),
      files,
      prompt: 'Change URL /guides/start to /guides/auth on a.mdx',
    });
    assert.equal(written(outcome, 'a.mdx'), '[a](/guides/auth) [b](/guides/start#first) /guides/start\n');
  });

  test('sets title and description', async () => {
    for (const prompt of [
      'The title of guides/auth should be "Sign in"',
      'guides/auth\'s title should be "Sign in"',
      'Change guides/auth\'s title to "Sign in"',
      'Could you give guides/auth the title "Sign in"?',
    ])
      assert.match((await auth(prompt)) ?? '', /^---\ntitle: "?Sign in"?\n---/, prompt);
    assert.match((await auth('Give guides/auth a description "D"')) ?? '', /\ndescription: "?D"?\n/);
  });

  test('adds a callout at the top, once', async () => {
    for (const prompt of [
      'Add a warning to guides/auth: "Keys expire."',
      'Add a warning "Keys expire." to guides/auth',
    ])
      assert.equal(
        await auth(prompt),
        '---\ntitle: Auth\n---\n\n<Warning>\n  Keys expire.\n</Warning>\n\nThe colour of keys. See [back](start).\n',
        prompt,
      );
    const intro = await page('guides/start.mdx')('Add a note to guides/start: "New."');
    assert.match(
      intro ?? '',
      /import Intro from '\/snippets\/intro\.mdx';\n\n<Note>\n {2}New\.\n<\/Note>\n\n## First\n/,
    );
    const twice = await auth('Add a tip to guides/auth: "T". Add a tip to guides/auth: "T"');
    assert.equal(twice?.split('<Tip>').length, 2);
  });

  test('renames a group, hides a page, and changes nothing if a page to unhide isn’t hidden', async () => {
    assert.match((await page('docs.json')('Rename the "Guides" group to "Help"')) ?? '', /"group": "Help"/);
    assert.match((await auth('Hide the page guides/auth')) ?? '', /\nhidden: true\n/);
    assert.equal((await run('Unhide page guides/auth')).result, 'no_changes');
  });
});
