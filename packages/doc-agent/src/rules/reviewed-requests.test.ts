import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTestTurn, written } from '../testing/run-turn.ts';
import { createRulesModel } from './create-rules-model.ts';
import { readOptions } from './options.ts';

/** The parts of a real site that the ten requests from a review are about. */
const files = {
  'docs.json': JSON.stringify(
    {
      name: 'Acme',
      navigation: {
        groups: [
          { group: 'Start', pages: ['documentation/develop', 'documentation/i18n', 'documentation/changelog'] },
          { group: 'RESTful API', pages: ['documentation/features/mock', 'documentation/features/pat'] },
          { group: 'CLI', pages: ['documentation/clients/cli/overview'] },
          { group: 'Support', pages: ['support/contact', 'support/solutions/experts', 'support/solutions/community'] },
        ],
      },
    },
    null,
    2,
  ),
  'documentation/develop.mdx': '---\ntitle: Develop\n---\n\nRun it on Digital Ocean.\n',
  'documentation/i18n.mdx': '---\ntitle: Languages\n---\n\nTranslate it.\n',
  'documentation/changelog.mdx':
    '---\ntitle: Changelog\n---\n\n## 2026.5.0\n\n[More languages](/documentation/i18n).\n\n## 2026.4.0\n\nFixes.\n',
  'documentation/features/mock.mdx': '---\ntitle: Mock servers\n---\n\nThey answer.\n',
  'documentation/features/pat.mdx': '---\ntitle: Personal Access Token\n---\n\nA token.\n',
  'documentation/clients/cli/overview.mdx':
    '---\ntitle: CLI\n---\n\nSee [it](/documentation/clients/cli#environment).\n\n## Environment\n\nSet it.\n',
  'support/contact.mdx':
    '---\ntitle: Contact\n---\n\n[Develop](/documentation/develop), [get it](https://acme.com/downloads).\n',
  'support/solutions/experts.mdx': '---\ntitle: Experts\n---\n\nAsk them.\n',
  'support/solutions/community.mdx': '---\ntitle: Community\n---\n\nAsk it.\n',
};
const run = (prompt: string) => runTestTurn({ model: createRulesModel(), files, prompt });

const carriedOut: readonly (readonly [prompt: string, path: string, has: RegExp, lacks: RegExp])[] = [
  [
    'Please move documentation/develop.mdx into the contributing folder',
    'support/contact.mdx',
    /\(\/contributing\/develop\)/,
    /\/documentation\/develop/,
  ],
  [
    'Every mention of "Digital Ocean" should be "DigitalOcean".',
    'documentation/develop.mdx',
    /DigitalOcean/,
    /Digital Ocean/,
  ],
  ['Rename the "RESTful API" group in the sidebar to "REST API"', 'docs.json', /"group": "REST API"/, /RESTful/],
  [
    'add a "Troubleshooting" section at the bottom of documentation/features/mock: "If it returns 404, check the path."',
    'documentation/features/mock.mdx',
    /## Troubleshooting\n\nIf it returns 404/,
    /^$(?!\n)/,
  ],
  [
    'Rename section "Environment" in documentation/clients/cli/overview to "Environments"',
    'documentation/clients/cli/overview.mdx',
    /## Environments \{#environment\}/,
    /## Environment\n/,
  ],
  [
    'Add a changelog entry for "2026.6.0": "AI test generation."',
    'documentation/changelog.mdx',
    /## 2026\.6\.0\n\nAI test generation\.\n\n## 2026\.5\.0/,
    /no page named/,
  ],
  [
    'https://docs.acme.com/documentation/features/pat: the title should be "Personal access tokens".',
    'documentation/features/pat.mdx',
    /title: "?Personal access tokens/,
    /Personal Access Token/,
  ],
];

describe('a mechanical request from the review is carried out completely', () => {
  for (const [prompt, path, has, lacks] of carriedOut)
    test(prompt, async () => {
      const outcome = await run(prompt);
      assert.equal(outcome.result, 'changes', outcome.summary);
      const text = written(outcome, path) ?? '';
      assert.match(text, has);
      assert.doesNotMatch(text, lacks);
      assert.equal(outcome.overlay.has('contributing.mdx'), false, 'no page gets a folder’s name');
    });
});

test('a request with a remark in brackets is proposed without the remark', async () => {
  const outcome = await run(
    'All links to https://acme.com/downloads should go to https://acme.com/download (no s at the end).',
  );
  assert.deepEqual(readOptions(outcome.summary), [
    'change URL https://acme.com/downloads to https://acme.com/download',
  ]);
});

test('code on a page that is named by its address, with an anchor, is offered as a replacement in code', async () => {
  const outcome = await runTestTurn({
    model: createRulesModel(),
    files: { ...files, 'documentation/clients/cli/overview.mdx': '## Install\n\n```bash\nnpm i -g acme\n```\n' },
    prompt:
      'On https://docs.acme.com/documentation/clients/cli/overview#install please replace `npm i -g acme` with `npm install -g acme`',
  });
  assert.deepEqual(readOptions(outcome.summary), [
    'replace "npm i -g acme" with "npm install -g acme" in documentation/clients/cli/overview in code',
  ]);
});

test('preparing for a later deletion adds no redirect that would hide the page, and states the reason', async () => {
  const outcome = await run(
    'Next week we will delete support/solutions/experts. Please prepare by adding a redirect from /support/solutions/experts to /support/solutions/community.',
  );
  assert.deepEqual([outcome.overlay.size, readOptions(outcome.summary)], [0, []]);
  assert.match(outcome.summary, /the redirect would hide the page at "\/support\/solutions\/experts"/);
});

// Naming the page that links to it requires a language model: the rules don't evaluate conditions.
test('a condition isn’t treated as an instruction', async () => {
  const outcome = await run('If nobody links to documentation/i18n any more, delete it. Otherwise leave it.');
  assert.deepEqual([outcome.result, outcome.overlay.size], ['needs_model', 0]);
  assert.deepEqual(readOptions(outcome.summary), []);
});
