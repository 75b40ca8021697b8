import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { memoryJournal } from '../../testing/memory-journal.ts';
import { runTestTurn, written } from '../../testing/run-turn.ts';
import { sampleSite } from '../../testing/sample-site.ts';
import { createRulesModel } from '../create-rules-model.ts';
import { readOptions } from '../options.ts';

const run = (prompt: string, files: Readonly<Record<string, string>> = {}) =>
  runTestTurn({ model: createRulesModel(), files: { ...sampleSite, ...files }, prompt });

/** Requests with words around the instruction, and the proposal for each. */
const offered: readonly (readonly [prompt: string, request: string])[] = [
  ['Change the title of guides/auth to "Sign in", it confuses people.', 'set title of guides/auth to "Sign in"'],
  ['We renamed the term last week. Replace "colour" with "color" everywhere.', 'replace "colour" with "color"'],
  ['All links to /guides/start should go to /guides/auth (without the detour).', 'x'],
  [
    'For consistency, please replace "colour" with "color" in guides/auth',
    'replace "colour" with "color" in guides/auth',
  ],
  ['Can we rename the "Guides" group in the sidebar to "How-to"?', 'rename group "Guides" to "How-to"'],
  ["Let's hide page guides/limits since nobody uses it any more", 'hide page guides/limits'],
  [
    'It would be great if you could add a note to guides/auth: "Keys expire."',
    'add a note to guides/auth: "Keys expire."',
  ],
  ['docs: replace "colour" with "color"', 'replace "colour" with "color"'],
  ['Acme moved its style guide. Replace "colour" with "color".', 'replace "colour" with "color"'],
  ['People keep asking about this. Replace "colour" with "color".', 'replace "colour" with "color"'],
  ['DOC-12: replace "colour" with "color"', 'replace "colour" with "color"'],
  ['reviewer nitpick: replace "colour" with "color"', 'replace "colour" with "color"'],
  [
    'Replace "colour" with "color" in guides/auth, it looks like a typo.',
    'replace "colour" with "color" in guides/auth',
  ],
  ['We should delete guides/limits because it is outdated.', 'delete page guides/limits'],
];

describe('a request with a reason or context around it', () => {
  for (const [prompt, request] of offered.filter(([, expected]) => expected !== 'x')) {
    test(`is proposed and not carried out: ${prompt}`, async () => {
      const outcome = await run(prompt);
      assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_model', 0], outcome.summary);
      assert.deepEqual(readOptions(outcome.summary), [request], outcome.summary);
      assert.match(outcome.summary, /Left out: "/);
    });
  }

  test('is carried out when its proposal is chosen in a follow-up', async () => {
    for (const answer of [
      'yes',
      'the first one',
      'Option 1, please',
      '```text\nreplace "colour" with "color"\n```',
      '- `replace "colour" with "color"`',
    ]) {
      const journal = memoryJournal();
      const parts = { model: createRulesModel(), files: sampleSite, journal };
      await runTestTurn({ ...parts, prompt: 'docs: replace "colour" with "color"' });
      const outcome = await runTestTurn({ ...parts, turn: 2, prompt: answer });
      const isFence = answer.startsWith('```');
      assert.equal(outcome.result, isFence ? 'changes' : 'changes', `${answer}: ${outcome.summary}`);
      assert.match(written(outcome, 'guides/auth.mdx') ?? '', /The color of keys/);
    }
  });
});

describe('no proposal is made', () => {
  const refused = [
    'Please move the content of guides/auth to guides/start, then delete page guides/auth',
    'Replace the second "colour" with "color" because it is wrong',
    'If nobody links to guides/limits any more, delete it.',
    'Next week we will delete guides/limits. Please prepare by hiding page guides/limits.',
    'Replace "colour" with "color" (not in the changelog).',
    'Delete guides/limits, but keep its content',
    'We decided against it. Delete guides/limits.',
    'Delete guides/auth, Bob said',
    'Should we delete guides/limits?',
    'Legal is against it. Delete guides/limits.',
    'Deleting pages was an idea of Bob. Delete guides/limits.',
    'Check what uses it. Delete guides/limits.',
    'Finish the draft that is open. Delete guides/limits.',
  ];
  for (const prompt of refused) {
    test(`if other words may forbid, delay or restrict the request: ${prompt}`, async () => {
      const outcome = await run(prompt);
      assert.equal(outcome.overlay.size, 0, outcome.summary);
      assert.deepEqual(readOptions(outcome.summary), [], outcome.summary);
    });
  }

  test('if the site contradicts it, and the reason is given', async () => {
    const missing = await run('We should delete guides/nope because it is outdated.');
    assert.deepEqual(readOptions(missing.summary), []);
    assert.match(missing.summary, /Note: the file "guides\/nope" doesn't exist/);
    const absent = await run('For consistency, replace "Acme" with "ACME"');
    assert.match(absent.summary, /Note: "Acme" isn't on any page/);
    const code = await run('For consistency, replace "acme push" with "acme deploy" in guides/auth', {
      'guides/auth.mdx': 'Run this:\n\n```bash\nacme push\n```\n',
    });
    assert.deepEqual(readOptions(code.summary), ['replace "acme push" with "acme deploy" in guides/auth in code']);
    const hidden = await run(
      'Next week we will delete it. Please prepare by adding a redirect from /guides/auth to /guides/start.',
    );
    assert.match(hidden.summary, /Note: the redirect would hide the page at "\/guides\/auth"/);
  });

  test('that contains placeholders of the grammar, such as PATH', async () => {
    for (const prompt of [
      'Fix typos everywhere except in changelog.mdx.',
      'Please update the CLI page',
      'Translate guides/auth to French',
    ])
      assert.doesNotMatch((await run(prompt)).summary, /nearest form|PATH|"A"/);
  });
});

describe('equivalent wordings of a request are carried out', () => {
  const same: readonly (readonly [string, string, RegExp])[] = [
    ['Every mention of "colour" should be "color".', 'guides/auth.mdx', /The color/],
    ['Would you mind changing "colour" to "color" in guides/auth?', 'guides/auth.mdx', /The color/],
    ['When you get a chance, replace "colour" by "color".', 'guides/auth.mdx', /The color/],
    ['"colour" -> "color"', 'guides/auth.mdx', /The color/],
    ['On https://docs.acme.com/guides/auth#keys please replace "colour" with "color"', 'guides/auth.mdx', /The color/],
    ['https://docs.acme.com/guides/auth: the title should be "Sign in".', 'guides/auth.mdx', /title: "?Sign in/],
    ['add a "Help" section at the bottom of guides/auth: "Ask us."', 'guides/auth.mdx', /## Help\n\nAsk us\./],
    ['Rename the "Guides" group in the sidebar to "How-to"', 'docs.json', /"group": "How-to"/],
  ];
  for (const [prompt, path, expected] of same) {
    test(prompt, async () => {
      const outcome = await run(prompt);
      assert.equal(outcome.result, 'changes', outcome.summary);
      assert.match(written(outcome, path) ?? '', expected);
    });
  }
});

test('an answer begins in the language of the request', async () => {
  for (const [prompt, expected] of [
    ['Bitte ändere die Seite guides/auth und mach sie kürzer', /^Nichts wurde geändert/],
    ['Veuillez traduire la page pour les clients avec une introduction', /^Rien n’a été modifié/],
    ['Por favor, haga la página de inicio más corta para los clientes', /^No se ha cambiado nada/],
    ['请把首页翻译成中文', /^未作任何更改/],
    ['トップページを翻訳してください', /^次の内容を理解できなかったため/],
  ] as const)
    assert.match((await run(prompt)).summary, expected, prompt);
});
