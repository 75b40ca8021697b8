import type { ReplayTask } from './task.ts';

const redirect = (source: string, destination: string): readonly [string, string] => [
  '{ "source": "/install", "destination": "/quickstart" }',
  `{ "source": "/install", "destination": "/quickstart" },\n    {\n      "source": "${source}",\n      "destination": "${destination}"\n    }`,
];

export const tasks: readonly ReplayTask[] = [
  {
    id: 'replace-one-page',
    prompt: 'Replace "nightly" with "every night" in operate/backups.',
    result: 'changes',
    expected: { 'operate/backups.mdx': [['nightly', 'every night']] },
  },
  {
    id: 'replace-everywhere',
    prompt: 'replace "Log in" with "Sign in" everywhere',
    result: 'changes',
    expected: { 'operate/upgrade.mdx': [['Log in', 'Sign in']], 'reference/exit-codes.mdx': [['Log in', 'Sign in']] },
  },
  {
    id: 'replace-in-folder',
    prompt: 'Replace "Log in" with "Sign in" in the folder reference',
    result: 'changes',
    expected: { 'reference/exit-codes.mdx': [['Log in', 'Sign in']] },
  },
  {
    id: 'replace-in-glob',
    prompt: 'replace "harbour up" with "harbour start" in reference/*.mdx including code',
    result: 'changes',
    expected: { 'reference/cli.mdx': [['harbour up', 'harbour start']] },
  },
  {
    id: 'replace-quotes',
    prompt: '```yaml\n- replace: { text: "`0` is success", with: "`0` means \\"done\\"" }\n```',
    result: 'changes',
    expected: { 'reference/exit-codes.mdx': [['`0` is success', '`0` means "done"']] },
  },
  {
    id: 'replace-lines',
    prompt:
      '```yaml\n- replace:\n    text: "| `harbour up` | Start |\\n| `harbour down` | Stop |\\n"\n    with: "| `harbour up` | Starts it |\\n"\n    in: reference/cli\n```',
    result: 'changes',
    expected: {
      'reference/cli.mdx': [
        ['| `harbour up` | Start |\n| `harbour down` | Stop |\n', '| `harbour up` | Starts it |\n'],
      ],
    },
  },
  {
    id: 'replace-case-matters',
    prompt: 'replace "harbour" with "Harbour" in snippets/install.mdx including code',
    result: 'changes',
    expected: { 'snippets/install.mdx': [['-g harbour', '-g Harbour']] },
  },
  {
    id: 'replace-several-pages',
    prompt: 'replace "backups" with "copies" in index and operate/upgrade',
    result: 'changes',
    expected: { 'index.mdx': [['[backups]', '[copies]']], 'operate/upgrade.mdx': [['[backups]', '[copies]']] },
  },
  {
    id: 'move-simple',
    prompt: 'move page operate/tuning to operate/performance',
    result: 'changes',
    movedFrom: { 'operate/performance.mdx': 'operate/tuning.mdx' },
    expected: {
      'operate/tuning.mdx': null,
      'operate/performance.mdx': [],
      'docs.json': [['"operate/tuning"', '"operate/performance"'], redirect('/operate/tuning', '/operate/performance')],
    },
  },
  {
    id: 'move-linked',
    prompt: 'Please rename quickstart to start/begin',
    result: 'changes',
    movedFrom: { 'start/begin.mdx': 'quickstart.mdx' },
    expected: {
      'quickstart.mdx': null,
      'start/begin.mdx': [['./reference/exit-codes', '../reference/exit-codes']],
      'index.mdx': [
        ['[quickstart](/quickstart)', '[quickstart](/start/begin)'],
        ['href="/quickstart"', 'href="/start/begin"'],
      ],
      'docs.json': [
        ['"index", "quickstart"', '"index", "start/begin"'],
        ['"href": "/quickstart"', '"href": "/start/begin"'],
        [
          '"destination": "/quickstart" }',
          '"destination": "/start/begin" },\n    {\n      "source": "/quickstart",\n      "destination": "/start/begin"\n    }',
        ],
      ],
    },
  },
  {
    id: 'move-relative-links',
    prompt: 'move page operate/upgrade to operate/day-two/upgrade',
    result: 'changes',
    movedFrom: { 'operate/day-two/upgrade.mdx': 'operate/upgrade.mdx' },
    expected: {
      'operate/upgrade.mdx': null,
      'operate/day-two/upgrade.mdx': [
        ['../reference/cli.mdx', '../../reference/cli.mdx'],
        ['(./backups)', '(../backups)'],
      ],
      'operate/backups.mdx': [['(upgrade#rollback)', '(day-two/upgrade#rollback)']],
      'snippets/install.mdx': [['/operate/upgrade', '/operate/day-two/upgrade']],
      'docs.json': [
        ['"operate/upgrade"', '"operate/day-two/upgrade"'],
        redirect('/operate/upgrade', '/operate/day-two/upgrade'),
      ],
    },
  },
  {
    id: 'move-with-extension',
    prompt: 'move reference/exit-codes.mdx to reference/codes.mdx',
    result: 'changes',
    movedFrom: { 'reference/codes.mdx': 'reference/exit-codes.mdx' },
    expected: {
      'reference/exit-codes.mdx': null,
      'reference/codes.mdx': [],
      'quickstart.mdx': [['./reference/exit-codes', './reference/codes']],
      'reference/cli.mdx': [['/reference/exit-codes', '/reference/codes']],
      'docs.json': [
        ['"reference/exit-codes"', '"reference/codes"'],
        redirect('/reference/exit-codes', '/reference/codes'),
      ],
    },
  },
  {
    id: 'title',
    prompt: 'set title of operate/backups to "Back up and restore"',
    result: 'changes',
    expected: { 'operate/backups.mdx': [['title: Backups', 'title: Back up and restore']] },
  },
  {
    id: 'title-quoted-style',
    prompt: 'change the title of operate/upgrade to "Upgrade: step by step"',
    result: 'changes',
    expected: { 'operate/upgrade.mdx': [['title: "Upgrade"', 'title: "Upgrade: step by step"']] },
  },
  {
    id: 'icon-keeps-comment',
    prompt: 'set icon of quickstart to "bolt"',
    result: 'changes',
    expected: { 'quickstart.mdx': [["icon: 'rocket' # shown", "icon: 'bolt' # shown"]] },
  },
  {
    id: 'description-new',
    prompt: 'set description of operate/tuning to "When defaults are not enough"',
    result: 'changes',
    expected: {
      'operate/tuning.mdx': [['noindex: true\n', 'noindex: true\ndescription: "When defaults are not enough"\n']],
    },
  },
  {
    id: 'boolean',
    prompt: 'set noindex of operate/tuning to false',
    result: 'changes',
    expected: { 'operate/tuning.mdx': [['noindex: true', 'noindex: false']] },
  },
  {
    id: 'unset',
    prompt: 'remove noindex from operate/tuning',
    result: 'changes',
    expected: { 'operate/tuning.mdx': [['noindex: true\n', '']] },
  },
  {
    id: 'unset-list',
    prompt: 'remove tags from operate/backups',
    result: 'changes',
    expected: { 'operate/backups.mdx': [['tags:\n  - data\n  - safety\n', '']] },
  },
  {
    id: 'redirect',
    prompt: 'add redirect from /setup to /quickstart',
    result: 'changes',
    expected: { 'docs.json': [redirect('/setup', '/quickstart')] },
  },
  {
    id: 'redirect-changed',
    prompt: 'Redirect /install to /operate/upgrade.',
    result: 'changes',
    expected: { 'docs.json': [['"destination": "/quickstart"', '"destination": "/operate/upgrade"']] },
  },
  {
    id: 'create',
    prompt: 'create page operate/logs titled "Logs"',
    result: 'changes',
    expected: { 'operate/logs.mdx': '---\ntitle: "Logs"\n---\n' },
  },
  {
    id: 'create-in-group',
    prompt:
      'Create a new page operate/logs titled "Logs" in group "Operate" with content "Logs go to standard output."',
    result: 'changes',
    expected: {
      'operate/logs.mdx': '---\ntitle: "Logs"\n---\n\nLogs go to standard output.\n',
      'docs.json': [
        [
          '{ "group": "Advanced", "pages": ["operate/tuning"] }',
          '{ "group": "Advanced", "pages": ["operate/tuning"] },\n              "operate/logs"',
        ],
      ],
    },
  },
  {
    id: 'create-in-inner-group',
    prompt:
      '```yaml\n- create: { page: operate/cache, title: Cache, group: "Operate > Advanced", description: Warm and cold }\n```',
    result: 'changes',
    expected: {
      'operate/cache.mdx': '---\ntitle: "Cache"\ndescription: "Warm and cold"\n---\n',
      'docs.json': [['["operate/tuning"]', '["operate/tuning", "operate/cache"]']],
    },
  },
  {
    id: 'delete-unlinked',
    prompt: 'delete page operate/tuning',
    result: 'changes',
    expected: { 'operate/tuning.mdx': null, 'docs.json': [['["operate/tuning"]', '[]']] },
  },
  {
    id: 'delete-redirected',
    prompt: 'delete page reference/exit-codes and redirect to reference/cli',
    result: 'changes',
    expected: {
      'reference/exit-codes.mdx': null,
      'quickstart.mdx': [['./reference/exit-codes', './reference/cli']],
      'reference/cli.mdx': [['/reference/exit-codes', '/reference/cli']],
      'docs.json': [
        ['["reference/cli", "reference/exit-codes"]', '["reference/cli"]'],
        redirect('/reference/exit-codes', '/reference/cli'),
      ],
    },
  },
  { id: 'delete-linked', prompt: 'delete page operate/backups', result: 'needs_input' },
  {
    id: 'add-to-group',
    before: { 'reference/env.mdx': '---\ntitle: Environment\n---\n\nNone.\n' },
    prompt: 'add page reference/env to group "CLI" after reference/cli',
    result: 'changes',
    expected: {
      'docs.json': [
        ['"reference/cli", "reference/exit-codes"', '"reference/cli", "reference/env", "reference/exit-codes"'],
      ],
    },
  },
  {
    id: 'unlist',
    prompt: 'remove page operate/upgrade from the navigation',
    result: 'changes',
    expected: { 'docs.json': [['              "operate/upgrade",\n', '']] },
  },
  {
    id: 'append',
    prompt: 'append section "Limits" to operate/tuning: "At most 100 nodes."',
    result: 'changes',
    expected: { 'operate/tuning.mdx': [['need no tuning.\n', 'need no tuning.\n\n## Limits\n\nAt most 100 nodes.\n']] },
  },
  {
    id: 'links-fixed',
    before: {
      'faq.mdx':
        '---\ntitle: FAQ\n---\n\nSee [a](/operate/backup), [b](/quikstart#x) and <Card href="/reference/exit_codes" />. `[c](/quikstart)`\n',
    },
    prompt: 'fix broken links',
    result: 'changes',
    expected: {
      'faq.mdx': [
        ['/operate/backup)', '/operate/backups)'],
        ['(/quikstart#x)', '(/quickstart#x)'],
        ['/reference/exit_codes', '/reference/exit-codes'],
      ],
    },
  },
  {
    id: 'links-one-page',
    before: { 'a.mdx': '[x](/quikstart)\n', 'b.mdx': '[x](/quikstart)\n' },
    prompt: 'fix broken links in b',
    result: 'changes',
    expected: { 'b.mdx': [['quikstart', 'quickstart']] },
  },
  {
    id: 'spelling',
    before: {
      'faq.mdx': '---\ntitle: Seperate clusters\nslug: seperate\n---\n\nWe recieve `recieve` from teh host.\n',
    },
    prompt: 'Please fix the spelling mistakes in faq.',
    result: 'changes',
    expected: {
      'faq.mdx': [
        ['Seperate', 'Separate'],
        ['We recieve', 'We receive'],
        ['teh', 'the'],
      ],
    },
  },
  {
    id: 'five-steps',
    prompt:
      'move page operate/tuning to operate/performance. Set title of operate/performance to "Performance". Remove noindex from operate/performance. Add redirect from /tuning to /operate/performance. Append section "More" to operate/performance: "Soon."',
    result: 'changes',
    movedFrom: { 'operate/performance.mdx': 'operate/tuning.mdx' },
    expected: {
      'operate/tuning.mdx': null,
      'operate/performance.mdx': [
        ['title: Tuning\nnoindex: true\n', 'title: Performance\n'],
        ['need no tuning.\n', 'need no tuning.\n\n## More\n\nSoon.\n'],
      ],
      'docs.json': [
        ['"operate/tuning"', '"operate/performance"'],
        [
          '{ "source": "/install", "destination": "/quickstart" }',
          '{ "source": "/install", "destination": "/quickstart" },\n    {\n      "source": "/operate/tuning",\n      "destination": "/operate/performance"\n    },\n    {\n      "source": "/tuning",\n      "destination": "/operate/performance"\n    }',
        ],
      ],
    },
  },
  {
    id: 'partly-understood',
    prompt: 'Set title of operate/tuning to "Tune". Make the quickstart friendlier.',
    // The words that the engine doesn't understand might forbid the rest.
    result: 'needs_model',
  },
  {
    id: 'words-before',
    prompt: 'In the docs we say sign in. replace "Log in" with "Sign in" in reference/',
    result: 'needs_model',
  },
  { id: 'path-or-title', prompt: 'rename operate/tuning to performance', result: 'needs_input' },
  {
    id: 'page-by-title',
    prompt: 'Rename the Tuning page to "Fine tuning".',
    result: 'changes',
    expected: { 'operate/tuning.mdx': [['title: Tuning', 'title: Fine tuning']] },
  },
  {
    id: 'redirect-removed',
    prompt: 'Remove the redirect from /install',
    result: 'changes',
    expected: { 'docs.json': [['[\n    { "source": "/install", "destination": "/quickstart" }\n  ]', '[]']] },
  },
  {
    id: 'group-moved',
    prompt: 'Move the "Operate" group above "Start"',
    result: 'changes',
    expected: {
      'docs.json': [
        ['{ "group": "Start", "pages": ["index", "quickstart"] }', '@'],
        [
          '{\n            "group": "Operate",\n            "pages": [\n              "operate/backups",\n              "operate/upgrade",\n              { "group": "Advanced", "pages": ["operate/tuning"] }\n            ]\n          }',
          '{ "group": "Start", "pages": ["index", "quickstart"] }',
        ],
        [
          '@',
          '{\n            "group": "Operate",\n            "pages": [\n              "operate/backups",\n              "operate/upgrade",\n              { "group": "Advanced", "pages": ["operate/tuning"] }\n            ]\n          }',
        ],
      ],
    },
  },
  {
    id: 'workflow-denied',
    prompt: 'replace "push" with "pull_request" in .github/workflows/check.yml',
    result: 'blocked_by_policy',
  },
  { id: 'package-denied', prompt: 'replace "harbour-docs" with "x" in package.json', result: 'blocked_by_policy' },
  { id: 'move-denied', prompt: 'move page operate/tuning to .github/tuning', result: 'blocked_by_policy' },
  { id: 'free-text', prompt: 'Explain how backups are encrypted.', result: 'needs_model' },
  { id: 'near-miss', prompt: 'replace nightly with weekly', result: 'needs_model' },
  { id: 'unknown-page', prompt: 'set title of operate/bakcups to "B"', result: 'needs_input' },
  { id: 'unknown-group', prompt: 'add page operate/tuning to group "Nope"', result: 'needs_input' },
  {
    id: 'broken-by-request',
    prompt: 'append section "More" to operate/tuning: "See [x](/nowhere)."',
    result: 'needs_input',
  },
  { id: 'same-title', prompt: 'set title of quickstart to "Quickstart"', result: 'no_changes' },
  { id: 'same-value', prompt: 'set noindex of operate/tuning to true', result: 'no_changes' },
  { id: 'same-redirect', prompt: 'add redirect from /install to /quickstart', result: 'no_changes' },
  { id: 'same-group', prompt: 'add page operate/backups to group "Operate"', result: 'no_changes' },
  { id: 'absent-text', prompt: 'replace "kubernetes" with "Kubernetes"', result: 'no_changes' },
  { id: 'absent-text-in-page', prompt: 'replace "Log in" with "Sign in" in quickstart', result: 'no_changes' },
  { id: 'absent-key', prompt: 'remove the frontmatter key icon from operate/tuning', result: 'no_changes' },
  // The request could mean an icon in the page's text.
  { id: 'absent-icon', prompt: 'remove icon from operate/tuning', result: 'needs_model' },
  { id: 'links-are-fine', prompt: 'fix broken links', result: 'no_changes' },
  { id: 'spelling-is-fine', prompt: 'fix spelling', result: 'no_changes' },
  {
    id: 'not-in-navigation',
    before: { 'x.mdx': 'x\n' },
    prompt: 'remove page x from the navigation',
    result: 'no_changes',
  },
  { id: 'move-in-place', prompt: 'move page quickstart to quickstart', result: 'no_changes' },
];
