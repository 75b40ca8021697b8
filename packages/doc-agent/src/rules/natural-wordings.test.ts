import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTestTurn, written } from '../testing/run-turn.ts';
import { sampleSite } from '../testing/sample-site.ts';
import { createRulesModel } from './create-rules-model.ts';

const config = `{
  "name": "X",
  "navigation": {
    "languages": [
      {
        "language": "en",
        "groups": [
          { "group": "Start", "pages": ["install", "upgrade"] },
          // the rest
          {
            "group": "Guides",
            "pages": ["guides/auth"]
          },
          { "group": "More", "pages": ["changelog"] }
        ]
      },
      { "language": "es", "groups": [{ "group": "Inicio", "pages": ["es/install", "es/it"] }] }
    ]
  },
  "redirects": [
    { "source": "/old", "destination": "/install" },
    { "source": "/older", "destination": "/upgrade" }
  ]
}
`;
const page = (title: string, body = 'The colour.\n', more = '') => `---\ntitle: ${title}\n${more}---\n\n${body}`;
const update =
  '<Update label="v2.1" tags={["a"]}>\n  - Faster.\n</Update>\n\n<Update label="v2.0">\n  - New.\n</Update>\n';
const site = {
  'docs.json': config,
  'install.mdx': page('Installation'),
  'upgrade.mdx': page('Upgrade to 2.0', 'x\n', 'sidebarTitle: "Upgrade"\n'),
  'guides/auth.mdx': page('Auth'),
  'changelog.mdx': page('Changelog', update),
  'es/install.mdx': page('Installation'),
  'es/it.mdx': page('Italiano'),
};
const run = (prompt: string, files: Readonly<Record<string, string>> = site) =>
  runTestTurn({ model: createRulesModel(), files, prompt });
const paths = async (prompt: string) => (await run(prompt)).files.map(({ path }) => path);

describe('a page that is named by its title', () => {
  test('is found in the default language, by title, sidebar title or path, in any case', async () => {
    assert.deepEqual(await paths('Set icon of the installation page to "disc"'), ['install.mdx']);
    assert.deepEqual(await paths('Give the Upgrade page the title "Upgrading"'), ['upgrade.mdx']);
    assert.deepEqual(await paths('On the Installation page, "colour" should be "color"'), ['install.mdx']);
    assert.deepEqual(await paths('Replace "colour" with "color" in the auth page and the installation page'), [
      'guides/auth.mdx',
      'install.mdx',
    ]);
    assert.deepEqual(await paths('Add a note to the installation page: "New."'), ['install.mdx']);
    assert.deepEqual(await paths('Hide the installation page'), ['install.mdx']);
    assert.deepEqual(await paths('Fix typos on the installation page'), []);
  });

  test('isn’t confused with a “please” after it', async () => {
    for (const prompt of [
      'In guides/auth, please replace "colour" with "color"',
      'On the auth page, please change "colour" to "color"',
      'Replace "colour" with "color" in guides/auth, please.',
    ])
      assert.deepEqual(await paths(prompt), ['guides/auth.mdx'], prompt);
  });

  test('causes a question, with a request for each page, if two pages share the title', async () => {
    const twice = { ...site, 'extra.mdx': page('Installation') };
    const outcome = await run('Set icon of the Installation page to "disc". Fix spelling.', twice);
    assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_input', 0]);
    assert.match(
      outcome.summary,
      /2 pages have the title "Installation"[^]*Set icon of extra to "disc"[^]*Set icon of install to/,
    );
  });

  test('is quoted in the answer if no page has the title', async () => {
    const outcome = await run('Set icon of the Billing page to "disc"');
    assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_input', 0]);
    assert.match(outcome.summary, /no page has the title "Billing"/);
  });
});

describe('a new name', () => {
  test('with a slash or an extension is a path', async () => {
    assert.deepEqual(await paths('Rename the installation page to start/install'), ['docs.json', 'start/install.mdx']);
  });

  test('with a space or a capital letter is a title, unless the sidebar has another title', async () => {
    assert.match(
      written(await run('Rename the installation page to "Set up"'), 'install.mdx') ?? '',
      /title: "?Set up"?\n/,
    );
    const outcome = await run('Rename the Upgrade page to "Upgrading"');
    assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_input', 0]);
    assert.match(outcome.summary, /`set sidebarTitle of "upgrade" to "Upgrading"`/);
  });

  test('causes a question, with a request for each meaning, if it is ambiguous', async () => {
    const outcome = await run('rename guides/auth to sign-in');
    assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_input', 0]);
    const options = [...outcome.summary.matchAll(/^- `(.+)`$/gm)].map(([, option = '']) => option);
    assert.deepEqual(options, [
      'move page "guides/auth" to "guides/sign-in.mdx"',
      'move page "guides/auth" to "sign-in.mdx"',
      'set title of "guides/auth" to "sign-in"',
    ]);
    for (const option of options) assert.equal((await run(option)).result, 'changes', option);
  });

  test('isn’t treated as a folder if it is a group’s name', async () => {
    const outcome = await run('Move the installation page to guides.mdx');
    assert.deepEqual(
      outcome.files.map(({ path }) => path),
      ['docs.json', 'guides.mdx'],
    );
    const asked = await run('Move the installation page to More');
    assert.deepEqual([asked.result, asked.overlay.size], ['needs_input', 0]);
    assert.match(asked.summary, /`move page "install" to group "More"`/);
  });
});

describe('the navigation', () => {
  test('is changed only in the lines of the named group', async () => {
    const guides = '          {\n            "group": "Guides",\n            "pages": ["guides/auth"]\n          }';
    const start = '          { "group": "Start", "pages": ["install", "upgrade"] }';
    const swapped = config.replace(start, '@').replace(guides, start).replace('@', guides);
    for (const prompt of ['Move group Guides above Start', 'move the "Start" group below "Guides" in the sidebar'])
      assert.equal(written(await run(prompt), 'docs.json'), swapped, prompt);
    assert.equal((await run('Move group Guides after Start')).result, 'no_changes');
    assert.match((await run('Move group Guides before Inicio')).summary, /are not in the same list/);
  });

  test('is unchanged if a redirect is removed', async () => {
    const text = written(await run('Remove the redirect from /old'), 'docs.json');
    assert.equal(text, config.replace('{ "source": "/old", "destination": "/install" },\n    ', ''));
    assert.equal((await run('Remove the redirect from /never')).result, 'no_changes');
  });
});

test('a new page causes a question if two groups have the name of its target group', async () => {
  const both = config.replace('"group": "More"', '"group": "Guides"');
  const outcome = await run('Create page guides/new titled "New" in group "Guides"', { ...site, 'docs.json': both });
  assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_input', 0]);
  assert.match(outcome.summary, /2 groups are named "Guides"/);
});

describe('a redirect', () => {
  test('that would hide a page causes a question, unless the page is removed first', async () => {
    for (const prompt of [
      'Add a redirect from /install to /upgrade',
      '/install should redirect to https://x.example/',
    ]) {
      const outcome = await run(prompt);
      assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_input', 0], prompt);
      assert.match(outcome.summary, /the redirect would hide the page at "\/install"/);
    }
    const option = 'delete page "/install" and redirect to "/upgrade"';
    assert.ok((await run('Redirect /install to /upgrade')).summary.includes(`\`${option}\``));
    assert.equal((await run(option)).result, 'changes');
    const after = await run('Move page guides/auth to sign/in. Add a redirect from /guides/auth to /upgrade');
    assert.equal(after.result, 'changes', after.summary);
  });
});

describe('a changelog entry', () => {
  test('follows the form of the newest entry', async () => {
    assert.equal(
      written(await run('Add a changelog entry for v2.2: "Fixed sign-in."'), 'changelog.mdx'),
      page('Changelog', `<Update label="v2.2" tags={["a"]}>\n  - Fixed sign-in.\n</Update>\n\n${update}`).replace(
        'v2.2" tags={["a"]}',
        'v2.2"',
      ),
    );
    const headings = {
      ...site,
      'changelog.mdx': page('Changelog', '## 2026-05-01\n\nOne.\n\n## 2026-04-01\n\nTwo.\n'),
    };
    const outcome = await run('Add an entry to the changelog for "2026-06-01": "Three."', headings);
    assert.match(written(outcome, 'changelog.mdx') ?? '', /---\n\n## 2026-06-01\n\nThree\.\n\n## 2026-05-01\n\nOne\./);
  });

  test('without a label, or in an unknown format, causes a question', async () => {
    const asked = await run('Add a changelog entry: "Fixed sign-in."');
    assert.deepEqual([asked.result, asked.overlay.size], ['needs_input', 0]);
    assert.match(asked.summary, /such as "v2\.1" of the newest/);
    for (const body of ['Nothing yet.\n', '## Fixed\n\nx\n\n## Added\n\ny\n', '## v1.0\n\na\n\n## v2.0\n\nb\n']) {
      const outcome = await run('Add a changelog entry for v2.2: "x"', { ...site, 'changelog.mdx': page('C', body) });
      assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_input', 0], body);
    }
  });
});

test('a key that one prompt sets to two values causes a question', async () => {
  const outcome = await run('Set title of install to "A". The title of the installation page should be "B".');
  assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_input', 0]);
  assert.match(outcome.summary, /also sets title to "A"/);
});

describe('a request in ordinary words', () => {
  test('is carried out', async () => {
    const table: readonly (readonly [string, string, RegExp])[] = [
      ['Rename "colour" to "color" everywhere', 'guides/auth.mdx', /The color\./],
      ['There is a typo on the installation page: "colour" should be "color"', 'install.mdx', /The color\./],
      ['Replace all mentions of "colour" with "color" in the guides folder', 'guides/auth.mdx', /The color\./],
      ['Mark guides/auth as deprecated', 'guides/auth.mdx', /\ndeprecated: true\n/],
      ['Add a description to the auth page: "How to sign in"', 'guides/auth.mdx', /\ndescription: "How to sign in"\n/],
      ['/start should redirect to /install', 'docs.json', /"source": "\/start"/],
      ['Set the title of guides/auth to "2026"', 'guides/auth.mdx', /^---\ntitle: "2026"\n/],
    ];
    for (const [prompt, path, expected] of table)
      assert.match(written(await run(prompt), path) ?? '', expected, prompt);
  });

  test('is understood among greetings and thanks, and in other wordings', async () => {
    const table: readonly (readonly [string, string, RegExp])[] = [
      ['Could you set the title of guides/auth to "Keys"? Thanks!', 'guides/auth.mdx', /^---\ntitle: "?Keys/],
      ['hi! pls set title of guides/auth to "Keys", thx', 'guides/auth.mdx', /^---\ntitle: "?Keys/],
      ['Change all occurrences of colour to color', 'guides/auth.mdx', /The color\./],
      ['The auth page says "colour", but it should say "color"', 'guides/auth.mdx', /The color\./],
      ['Add an icon "clock" to the auth page', 'guides/auth.mdx', /\nicon: "?clock/],
      ['Hide guides/auth from the navigation', 'guides/auth.mdx', /\nhidden: true\n/],
      ['Add changelog to the Guides group', 'docs.json', /"guides\/auth",\s+"changelog"/],
      ['Put changelog in the navigation under Guides', 'docs.json', /"guides\/auth",\s+"changelog"/],
    ];
    for (const [prompt, path, expected] of table)
      assert.match(written(await run(prompt), path) ?? '', expected, prompt);
    assert.deepEqual(await paths('Remove changelog.mdx, redirect to install'), ['changelog.mdx', 'docs.json']);
  });

  test('isn’t carried out if its words are ambiguous', async () => {
    for (const prompt of [
      'Replace colour with color',
      'Change every occurrence of this to that',
      'Put it in the navigation under Guides',
      'Could you delete page upgrade? I would prefer not.',
      'Why did you hide guides/auth? Set title of guides/auth to "X".',
      'Remove upgrade.mdx? No.',
      'Hide the sidebar',
    ])
      assert.deepEqual(await paths(prompt), [], prompt);
  });

  test('changes links to one page', async () => {
    const outcome = await run('Links to /old should point to /install', {
      ...sampleSite,
      'a.mdx': '[a](/old)\n',
      'install.mdx': 'x\n',
    });
    assert.equal(written(outcome, 'a.mdx'), '[a](/install)\n');
  });

  test('does not add a description over another', async () => {
    const outcome = await run('Add a description to upgrade: "D"', {
      ...site,
      'upgrade.mdx': page('U', 'x\n', 'description: E\n'),
    });
    assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_model', 0]);
  });
});

describe('a section', () => {
  const body = '## Limits\n\nFifty flags.\n\n### Raise them\n\nAsk.\n\n## Errors\n\nNone.\n';
  const files = {
    ...site,
    'guides/auth.mdx': page('Auth', body),
    'install.mdx': page('Installation', 'See [the limits](/guides/auth#limits).\n'),
  };
  const after = async (prompt: string) => written(await run(prompt, files), 'guides/auth.mdx');

  test('is renamed, and keeps its anchor if links use it', async () => {
    for (const prompt of [
      'Rename section "Limits" in guides/auth to "Quotas"',
      'Please rename the "Limits" section of the auth page to "Quotas".',
      'Change the heading "limits" on guides/auth to "Quotas"',
      'Rename the heading "Limits" to "Quotas" in guides/auth.mdx',
      'On the auth page, rename the section "Limits" to "Quotas"',
      '```yaml\n- rename_section: { page: guides/auth, section: Limits, to: Quotas }\n```',
    ])
      assert.equal(await after(prompt), page('Auth', body.replace('## Limits', '## Quotas {#limits}')), prompt);
    assert.match((await after('Rename section "Errors" in guides/auth to "Faults"')) ?? '', /^## Faults$/m);
  });

  test('is removed with the text below it, unless links refer to it', async () => {
    for (const prompt of [
      'Remove section "Errors" from guides/auth',
      'Delete the entire "Errors" section of the auth page',
      'In guides/auth, drop the section "Errors"',
    ])
      assert.equal(await after(prompt), page('Auth', body.replace('\n## Errors\n\nNone.\n', '')), prompt);
    const linked = await run('Remove section "Limits" from guides/auth', files);
    assert.deepEqual([linked.result, linked.overlay.size], ['needs_input', 0]);
    assert.match(linked.summary, /links to the section.*`install\.mdx`/);
  });

  test('can be extended at its end, before its subsections', async () => {
    for (const prompt of [
      'Add to section "Limits" of guides/auth: "Ask us for more."',
      'Add "Ask us for more." to the Limits section on guides/auth'.replace('Limits', '"Limits"'),
    ])
      assert.equal(
        await after(prompt),
        page('Auth', body.replace('Fifty flags.', 'Fifty flags.\n\nAsk us for more.')),
        prompt,
      );
  });

  test('causes a question if it is missing or ambiguous', async () => {
    const missing = await run('Remove section "Prices" from guides/auth', files);
    assert.deepEqual([missing.result, missing.overlay.size], ['needs_input', 0]);
    assert.match(missing.summary, /no section "Prices".*`Limits`/);
    const twice = { ...files, 'guides/auth.mdx': page('Auth', `${body}\n## Limits\n\nMore.\n`) };
    const both = await run('Remove section "Limits" from guides/auth', twice);
    assert.deepEqual([both.result, both.overlay.size], ['needs_input', 0]);
    assert.match(both.summary, /2 sections "Limits", in lines 5, 17/);
  });

  test('isn’t changed if the words are ambiguous', async () => {
    for (const prompt of [
      'Remove the Errors section from guides/auth',
      'Rename the section "Limits" to something shorter in guides/auth',
      'Remove section "Errors" from guides/auth and install',
      'In guides/auth and install, remove the section "Errors"',
      'Should we remove section "Errors" from guides/auth?',
      'Do not remove section "Errors" from guides/auth',
      'Remove section "Errors" from it',
      'Remove section "Errors" from guides/auth if nobody reads it',
      'Rename section "Errors" in guides/auth to "A\nB"',
      'Rename section "Errors" in guides/auth to "x {#y}"',
      'Rename section "Errors" in guides/auth to " "',
    ])
      assert.deepEqual((await run(prompt, files)).files, [], prompt);
  });
});
