import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTestTurn } from '../../testing/run-turn.ts';
import { sampleSite } from '../../testing/sample-site.ts';
import { createRulesModel } from '../create-rules-model.ts';
import { readOptions } from '../options.ts';

const files = {
  ...sampleSite,
  'guides/limits.mdx': `---
title: Limits
description: Old text
---

The limit is 50 requests. Set \`max_tokens\` in v1.2.3. Use npm to install it.

## Rate limits

We teh best.

## Troubleshooting

Ask us. The Admin Console shows it. See [docs](https://old.acme.com/docs) and [p](/guides/nowhere).

![shot](/images/old.png)

\`\`\`bash
npm install acme
\`\`\`
`,
  'images/old.png': 'x',
  'images/new.png': 'y',
};
const run = (prompt: string) => runTestTurn({ model: createRulesModel(), files, prompt });

const offered: readonly (readonly [prompt: string, request: string])[] = [
  [
    'guides/limits says "npm" but we switched to pnpm, so it should say "pnpm".',
    'replace "npm" with "pnpm" in guides/limits',
  ],
  [
    'In guides/limits "Admin Console" is now called "Dashboard".',
    'replace "Admin Console" with "Dashboard" in guides/limits',
  ],
  [
    'We rebranded "Admin Console" to "Dashboard" last month, please update the docs.',
    'replace "Admin Console" with "Dashboard"',
  ],
  [
    'The "Admin Console" has been renamed to "Dashboard". Please update guides/limits.',
    'replace "Admin Console" with "Dashboard" in guides/limits',
  ],
  [
    'Admin Console is called Dashboard now, please update guides/limits',
    'replace "Admin Console" with "Dashboard" in guides/limits',
  ],
  ['change npm to pnpm in guides/limits', 'replace "npm" with "pnpm" in guides/limits'],
  [
    'Rename max_tokens to max_output_tokens in guides/limits',
    'replace "max_tokens" with "max_output_tokens" in guides/limits in code',
  ],
  [
    'max_tokens was renamed to max_output_tokens, please update the docs',
    'replace "max_tokens" with "max_output_tokens" in code',
  ],
  ['bump v1.2.3 to v1.3.0 on the limits page', 'replace "v1.2.3" with "v1.3.0" in the limits page'],
  ['The version on guides/limits should be v1.3.0, not v1.2.3', 'replace "v1.2.3" with "v1.3.0" in guides/limits'],
  [
    'guides/limits still mentions v1.2.3. Please change it to v1.3.0.',
    'replace "v1.2.3" with "v1.3.0" in guides/limits',
  ],
  ['typo: teh -> the (guides/limits)', 'replace "teh" with "the" in guides/limits'],
  ['"teh" is a typo in guides/limits, it should be "the"', 'replace "teh" with "the" in guides/limits'],
  [
    'On the limits page, "50 requests" is wrong. It\'s "100 requests" since the last release.',
    'replace "50 requests" with "100 requests" in the limits page',
  ],
  [
    'The limit is now "100 requests" instead of "50 requests" in guides/limits',
    'replace "50 requests" with "100 requests" in guides/limits',
  ],
  [
    'Fix the wording on guides/limits: we don\'t say "teh best", we say "the best"',
    'replace "teh best" with "the best" in guides/limits',
  ],
  [
    'guides/limits: the link to https://old.acme.com/docs is dead, use https://acme.com/docs',
    'change URL https://old.acme.com/docs to https://acme.com/docs in guides/limits',
  ],
  [
    'The link to /guides/nowhere on guides/limits is broken. It should point to /guides/auth.',
    'change URL /guides/nowhere to /guides/auth in guides/limits',
  ],
  [
    'https://old.acme.com/docs moved to https://acme.com/docs, please update the links',
    'change URL https://old.acme.com/docs to https://acme.com/docs',
  ],
  [
    'All references to https://old.acme.com/docs must go to https://acme.com/docs now.',
    'change URL https://old.acme.com/docs to https://acme.com/docs',
  ],
  ['Remove the Troubleshooting section from guides/limits', 'remove section "Troubleshooting" from guides/limits'],
  [
    'The "Troubleshooting" section of guides/limits is outdated, please remove it.',
    'remove section "Troubleshooting" from guides/limits',
  ],
  [
    'Can we drop the "Troubleshooting" section on guides/limits? Nobody reads it.',
    'remove section "Troubleshooting" from guides/limits',
  ],
  [
    'Please rename "Rate limits" on guides/limits to "Quotas", it\'s a heading',
    'rename section "Rate limits" in guides/limits to "Quotas"',
  ],
  [
    'The title of guides/limits is too short, make it "Limits and quotas"',
    'set title of guides/limits to "Limits and quotas"',
  ],
  [
    'guides/limits needs a description: "How many requests you can send."',
    'set description of guides/limits to "How many requests you can send."',
  ],
  ['guides/limits has no icon. Please use the gauge icon.', 'set icon of guides/limits to "gauge"'],
  ['Use "Limits and quotas" as the title of guides/limits', 'set title of guides/limits to "Limits and quotas"'],
  ['title of guides/limits: "Limits and quotas"', 'set title of guides/limits to "Limits and quotas"'],
  [
    'The description of guides/limits is outdated. It should be "How many requests you can send."',
    'set description of guides/limits to "How many requests you can send."',
  ],
  [
    'Please make the description of guides/limits "How many requests you can send."',
    'set description of guides/limits to "How many requests you can send."',
  ],
  ['/old-limits 404s, it should redirect to /guides/limits', 'add redirect from /old-limits to /guides/limits'],
  ['We moved /old-limits to /guides/limits. Please add a redirect.', 'add redirect from /old-limits to /guides/limits'],
  ['People still open /old-limits, send them to /guides/limits', 'add redirect from /old-limits to /guides/limits'],
  ['Please make sure /old-limits redirects to /guides/limits', 'add redirect from /old-limits to /guides/limits'],
  ['guides/limits belongs in the "Start" group', 'move page guides/limits to group "Start"'],
  ['guides/limits should be listed under "Start" in the sidebar', 'move page guides/limits to group "Start"'],
  ['guides/limits is missing from the sidebar, add it under "Start"', 'move page guides/limits to group "Start"'],
  ['"Guides" in the sidebar should be "How-to guides"', 'rename group "Guides" to "How-to guides"'],
  ['Move the "Guides" group to the top of the sidebar, above "Start"', 'move group "Guides" above "Start"'],
  ["Take guides/limits off the sidebar, it's not ready", 'remove page guides/limits from navigation'],
  ['guides/limits is obsolete, please delete it', 'delete page guides/limits'],
  [
    'We no longer need guides/limits. Delete it and redirect to guides/auth.',
    'delete page guides/limits and redirect to /guides/auth',
  ],
  ["Please delete guides/limits, we don't offer limits any more.", 'delete page guides/limits'],
  [
    'A warning on guides/limits would help: "Limits apply per organization."',
    'add a warning to guides/limits: "Limits apply per organization."',
  ],
  [
    'guides/limits should warn readers: "Limits apply per organization."',
    'add a warning to guides/limits: "Limits apply per organization."',
  ],
  [
    'Under "Rate limits" in guides/limits add "Ask for more."',
    'add to section "Rate limits" of guides/limits: "Ask for more."',
  ],
  ['Remove the sentence "Ask us." from guides/limits', 'replace "Ask us. " with "" in guides/limits.mdx'],
  [
    'The screenshot on guides/limits is outdated: replace /images/old.png with /images/new.png',
    'change URL /images/old.png to /images/new.png in guides/limits',
  ],
  [
    'swap the image /images/old.png for /images/new.png on guides/limits',
    'change URL /images/old.png to /images/new.png in guides/limits',
  ],
  ['guides/limits should live under guides/admin/limits', 'move page guides/limits to guides/admin/limits/'],
  [
    'The install command in guides/limits should be `pnpm add acme` instead of `npm install acme`.',
    'replace "npm install acme" with "pnpm add acme" in guides/limits in code',
  ],
  ['Hide guides/limits for now', 'hide page guides/limits'],
  ['mark guides/limits deprecated', 'mark guides/limits as deprecated'],
  ['Change "colour" to "color" everywhere please, US spelling', 'replace "colour" with "color"'],
  ['US spelling please: colour -> color', 'replace "colour" with "color"'],
  ['s/colour/color/ in guides/auth', 'replace "colour" with "color" in guides/auth'],
  ['It\'s "color" not "colour" in guides/auth', 'replace "colour" with "color" in guides/auth'],
  [
    '"The colour of keys" in guides/auth should read "The color of keys" because we write American English.',
    'replace "The colour of keys" with "The color of keys" in guides/auth',
  ],
  ['Could we say "color" in guides/auth? Right now it\'s "colour".', 'replace "colour" with "color" in guides/auth'],
  [
    'Please correct guides/auth, it says "colour" and should be "color"',
    'replace "colour" with "color" in guides/auth',
  ],
  [
    'Nit: guides/limits line 10 "teh best" should read "the best"',
    'replace "teh best" with "the best" in guides/limits',
  ],
  [
    'The sidebar shows "Limits" for guides/limits, it should be "Rate limits".',
    'set sidebarTitle of guides/limits to "Rate limits"',
  ],
  ['Show guides/limits as "Rate limits" in the sidebar.', 'set sidebarTitle of guides/limits to "Rate limits"'],
  [
    'The intro on the limits page says "50 requests", the real number is "100 requests".',
    'replace "50 requests" with "100 requests" in the limits page',
  ],
  [
    'In the limits page, "50 requests" has changed to "100 requests".',
    'replace "50 requests" with "100 requests" in the limits page',
  ],
  [
    'Update "50 requests" on guides/limits, it\'s "100 requests" now.',
    'replace "50 requests" with "100 requests" in guides/limits',
  ],
  [
    'Please update guides/limits: 50 requests → 100 requests',
    'replace "50 requests" with "100 requests" in guides/limits',
  ],
  ['"Ask us." on guides/limits should be removed.', 'replace "Ask us. " with "" in guides/limits.mdx'],
  ['Please take out "We teh best." on guides/limits.', 'replace "We teh best." with "" in guides/limits.mdx'],
  [
    'guides/limits has a broken link to /guides/nowhere, it should be /guides/auth',
    'change URL /guides/nowhere to /guides/auth in guides/limits',
  ],
  [
    'Change the broken link /guides/nowhere on guides/limits to /guides/auth',
    'change URL /guides/nowhere to /guides/auth in guides/limits',
  ],
  [
    'Fix link in guides/limits: /guides/nowhere -> /guides/auth',
    'change URL /guides/nowhere to /guides/auth in guides/limits',
  ],
  [
    'https://old.acme.com/docs is outdated, please use https://acme.com/docs everywhere',
    'change URL https://old.acme.com/docs to https://acme.com/docs',
  ],
  [
    'Our docs moved from https://old.acme.com/docs to https://acme.com/docs, please update all links.',
    'change URL https://old.acme.com/docs to https://acme.com/docs',
  ],
  [
    'Links in guides/limits still go to https://old.acme.com/docs, they should go to https://acme.com/docs',
    'change URL https://old.acme.com/docs to https://acme.com/docs in guides/limits',
  ],
  [
    'Please use https://acme.com/docs instead of https://old.acme.com/docs',
    'change URL https://old.acme.com/docs to https://acme.com/docs',
  ],
  [
    'The new URL for https://old.acme.com/docs is https://acme.com/docs',
    'change URL https://old.acme.com/docs to https://acme.com/docs',
  ],
  ['Please add a redirect: /old-limits to /guides/limits', 'add redirect from /old-limits to /guides/limits'],
  ['Please have /old-limits redirect to /guides/limits', 'add redirect from /old-limits to /guides/limits'],
  ['/old-limits → /guides/limits redirect please', 'add redirect from /old-limits to /guides/limits'],
  [
    'Add SEO description "How many requests you can send." to guides/limits',
    'set description of guides/limits to "How many requests you can send."',
  ],
  [
    'Add a meta description to guides/limits: "How many requests you can send."',
    'set description of guides/limits to "How many requests you can send."',
  ],
  [
    'guides/limits description should say "How many requests you can send." for SEO',
    'set description of guides/limits to "How many requests you can send."',
  ],
  ['Let\'s call guides/limits "Limits and quotas".', 'set title of guides/limits to "Limits and quotas"'],
  ['guides/limits is called "Quotas" now', 'set title of guides/limits to "Quotas"'],
  [
    'guides/limits: rename heading "Rate limits" to "Quotas"',
    'rename section "Rate limits" in guides/limits to "Quotas"',
  ],
  ['guides/limits: "Rate limits" heading → "Quotas"', 'rename section "Rate limits" in guides/limits to "Quotas"'],
  ['Heading "Rate limits" → "Quotas" in guides/limits', 'rename section "Rate limits" in guides/limits to "Quotas"'],
  ['guides/limits should be in the Start group', 'move page guides/limits to group "Start"'],
  ['Please put guides/limits under Start in the sidebar', 'move page guides/limits to group "Start"'],
  ['Rename the Guides group to How-to', 'rename group "Guides" to "How-to"'],
  ['The group "Guides" is now "How-to"', 'rename group "Guides" to "How-to"'],
  ['Unhide guides/limits', 'unhide page guides/limits'],
  [
    'Please delete the page guides/limits and redirect it to guides/auth since we merged them.',
    'delete the page guides/limits and redirect it to guides/auth',
  ],
  [
    "Remove guides/limits (it's outdated) and redirect to /guides/auth",
    'delete page guides/limits and redirect to /guides/auth',
  ],
  [
    'Please add this note to guides/limits: "Limits are in beta."',
    'add a note to guides/limits: "Limits are in beta."',
  ],
  ['guides/limits needs a warning that "Limits are in beta."', 'add a warning to guides/limits: "Limits are in beta."'],
  [
    'Add the following to the "Troubleshooting" section of guides/limits: "You get a 429."',
    'add to section "Troubleshooting" of guides/limits: "You get a 429."',
  ],
  [
    'In the "Troubleshooting" section of guides/limits, add "You get a 429."',
    'add to section "Troubleshooting" of guides/limits: "You get a 429."',
  ],
  [
    'Replace `max_tokens` by `max_output_tokens` everywhere, the API renamed it',
    'replace "max_tokens" with "max_output_tokens" in code',
  ],
  ['Please replace all "npm" in guides/limits by "pnpm"', 'replace "npm" with "pnpm" in guides/limits'],
  ['Every "npm" on guides/limits should be "pnpm"', 'replace "npm" with "pnpm" in guides/limits'],
  ['There\'s a small typo in guides/limits, "teh" instead of "the".', 'replace "teh" with "the" in guides/limits'],
  ['guides/limits has a typo: "teh" should be "the".', 'replace "teh" with "the" in guides/limits'],
  ['Spelling mistake on the limits page: "teh" -> "the"', 'replace "teh" with "the"'],
];

describe('a wording that is likely to be a request is proposed, and not carried out', () => {
  for (const [prompt, request] of offered) {
    test(prompt, async () => {
      const outcome = await run(prompt);
      assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_model', 0], outcome.summary);
      assert.deepEqual(readOptions(outcome.summary), [request], outcome.summary);
    });
  }
});

describe('several requests are proposed together', () => {
  for (const [prompt, requests] of [
    [
      'Replace "teh" with "the" and "npm" with "pnpm" in guides/limits.',
      ['replace "teh" with "the" in guides/limits', 'replace "npm" with "pnpm" in guides/limits'],
    ],
    [
      'Set the title of guides/limits to "Quotas" and its description to "How many".',
      ['set title of guides/limits to "Quotas"', 'set description of guides/limits to "How many"'],
    ],
    [
      'A few fixes in guides/limits:\n- "teh" should be "the"\n- "npm" -> "pnpm"',
      ['replace "teh" with "the" in guides/limits', 'replace "npm" with "pnpm" in guides/limits'],
    ],
    [
      'We write American English: "colour" should be "color" in guides/auth, guides/limits and guides/start.',
      ['"colour" should be "color" in guides/auth, guides/limits and guides/start'],
    ],
  ] as const)
    test(prompt, async () => {
      assert.deepEqual(readOptions((await run(prompt)).summary), [requests.join('\n')]);
    });
});

const refused: readonly string[] = [
  'Changes not to make in guides/limits:\n- "teh" should be "the"',
  'A few fixes in guides/limits:\n- "teh" should be "the"\n- or keep it',

  'Nobody said "Admin Console" is now called "Dashboard".',
  '"Admin Console" is not called "Dashboard".',
  'Should "Admin Console" be "Dashboard"?',
  'I heard "Admin Console" is now called "Dashboard".',
  'If "Admin Console" is now called "Dashboard", tell me.',
  '"Admin Console" was renamed to "Dashboard", but please leave the docs.',
  'We renamed "Admin Console" to "Dashboard" but reverted it.',
  '"Admin Console" was renamed to "Dashboard" in the mobile app only.',
  'Bob says "Admin Console" should be "Dashboard".',
  'Someone wrote "Admin Console" should be "Dashboard".',
  'guides/limits was renamed to guides/quotas by mistake.',
  "guides/limits is obsolete, please don't delete it",
  "guides/limits is obsolete. Don't delete it yet.",
  'guides/limits is obsolete. Delete it after the release.',
  'guides/limits should be deleted next week.',
  'guides/limits says "npm". It should stay "npm", not "pnpm".',
  'guides/limits says "npm" and should say "pnpm" once v2 is out.',
  'The link to /guides/nowhere on guides/limits is broken. It should point to /guides/auth when that page is ready.',
  'We used to say "pnpm" instead of "npm" in guides/limits.',
  'We say "pnpm" instead of "npm" in guides/limits, which is wrong.',
  'People say "Dashboard" instead of "Admin Console".',
  'We no longer say "Dashboard" instead of "Admin Console".',
  'Never use "Dashboard" instead of "Admin Console".',
  'Don\'t say "Dashboard" instead of "Admin Console".',
  'It\'s "npm" not "pnpm" in guides/limits, right?',
  'The docs used to say "pnpm". Now they say "npm".',
  'Competitors call "Admin Console" "Dashboard".',
  'We might call "Admin Console" "Dashboard".',
  'guides/limits is not deprecated',
  'guides/limits should not be hidden',
  'guides/limits should not be deleted',
  'The "Troubleshooting" section of guides/limits should not be removed',
  '"Admin Console" is now called "Dashboard" in version 3. Keep the docs of version 2.',
  'change links to buttons in guides/limits',
  'Replace npm with yarn and pnpm in guides/limits',
  'change npm to whatever you like in guides/limits',
  'max_tokens was renamed to max_output_tokens in v3, the docs are about v2',
  'The limit is now "100 requests" instead of "50 requests" in the beta program',
  'make sure /guides/limits redirects to nothing',
  '"Admin Console" is now called "Dashboard", but not in guides/limits',
  '"Admin Console" is now called "Dashboard" because of legal, wait for them',
  'guides/limits belongs in the "Start" group, or does it',
  'We call "Admin Console" "Dashboard" internally',
  'In guides/limits "npm" is now called "pnpm" for Windows users',
  'guides/limits has "npm". guides/auth should have "pnpm".',
  'guides/auth says "keys". It should say "tokens", like guides/limits.',
  'The example in guides/limits is wrong, use "pnpm" instead of "npm"',
  'on guides/auth: "colour" → "color"; also "keys" → "tokens"',
  'It would be wrong to change "npm" to "pnpm" in guides/limits',
  'It was a mistake to change "npm" to "pnpm" in guides/limits',
  '"npm" was changed to "pnpm" in guides/limits. It was wrong.',
  'Replace "npm" with "pnpm" in guides/limits, because legal forbids it',
  'Replace "npm" with "pnpm" in guides/limits since Bob vetoed the alternative',
  'Replace "npm" with "pnpm" in guides/limits, our writer is against it',
  'Replace "npm" with "pnpm" in guides/limits (dry run)',
  'Our competitors say: replace "npm" with "pnpm" in guides/limits',
  'Many people want, replace "npm" with "pnpm" in guides/limits',
  'The page guides/limits is unused, delete the page in our CRM.',
  'The parameter "npm" needs to be "pnpm" in our API. Docs are in guides/limits.',
  'Use "pnpm" instead of "npm" in guides/limits for new users',
  'Readers should replace "npm" with "pnpm" in guides/limits',
  'Users must change the field "npm" to "pnpm"',
  'you must set "npm" to "pnpm" in guides/limits',
  'Add "npm" and "pnpm" to guides/limits',
  'Please show "npm" and "pnpm" in guides/limits',
  'use "npm" here and "pnpm" in guides/limits',
  'Add "npm" to the list with "pnpm" in guides/limits',
  'Add "npm" as a new option to "pnpm" in guides/limits',
  'Put "npm" into "pnpm" in guides/limits',
  '"npm" needs "pnpm" in guides/limits',
  '"npm" should use "pnpm" in guides/limits',
  'the command "npm" must be used with "pnpm" in guides/limits',
  'the option "npm" must be set to "pnpm" in guides/limits',
  'The group "Guides" needs "Start"',
  'The redirect from /old-limits to /guides/limits is wrong',
  'Add a link from https://old.acme.com/docs to https://acme.com/docs in guides/limits',
  // The text is in the title, the body and a heading, and the request can't say which one.
  'In the intro of guides/limits, change "imits" to "imitations"',
  'change "e" to "a" in line 3 of guides/limits',
];

describe('no request is proposed if the words could deny, delay, restrict or only report it', () => {
  for (const prompt of refused) {
    test(prompt, async () => {
      const outcome = await run(prompt);
      assert.equal(outcome.overlay.size, 0, outcome.summary);
      assert.deepEqual(readOptions(outcome.summary), [], outcome.summary);
    });
  }
});

test('a file name with special words is only a name in a proposal', async () => {
  const path = 'guides/a in "x" and guides/b.mdx';
  for (const name of ['guides/two words.mdx', path]) {
    const page = { [name]: '---\ntitle: Odd\n---\n\nAsk us first. More.\n' };
    const prompt = 'Remove the sentence "Ask us first." from the Odd page';
    const outcome = await runTestTurn({ model: createRulesModel(), files: { ...sampleSite, ...page }, prompt });
    const [request = ''] = readOptions(outcome.summary);
    const done = await runTestTurn({ model: createRulesModel(), files: { ...sampleSite, ...page }, prompt: request });
    assert.deepEqual([...done.overlay.keys()], [name], `${request}: ${outcome.summary}`);
  }
});

test('a proposed request can be sent unchanged', async () => {
  for (const request of new Set(offered.map(([, each]) => each))) {
    const outcome = await run(request);
    // The home page links to it, and it isn't hidden.
    const ends: Readonly<Record<string, string>> = {
      'delete page guides/limits': 'needs_input',
      'unhide page guides/limits': 'no_changes',
    };
    const expected = ends[request] ?? 'changes';
    assert.equal(outcome.result, expected, `${request}: ${outcome.summary}`);
  }
});

test('an exact request for text that is only in code causes a question, with a request that includes code', async () => {
  const outcome = await run('replace "npm install acme" with "pnpm add acme" in guides/limits');
  assert.equal(outcome.result, 'needs_input');
  assert.deepEqual(readOptions(outcome.summary), [
    'replace "npm install acme" with "pnpm add acme" in guides/limits in code',
  ]);
});
