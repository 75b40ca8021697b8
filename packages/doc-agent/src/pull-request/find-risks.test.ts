import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FileChange } from '../overlay/list-file-changes.ts';
import { findRisks } from './find-risks.ts';

const modified = (after: string, before = 'Text.\n'): FileChange => ({
  path: 'a.mdx',
  change: 'modified',
  before,
  after,
});
const gone = (path: string): FileChange => ({ path, change: 'deleted', before: 'x\n', after: '' });
const risksOf = (changes: readonly FileChange[], prompt = 'improve the page', known: readonly string[] = []) =>
  findRisks({
    changes,
    prompt,
    isMechanical: (path) => path.startsWith('linked/'),
    readBase: () =>
      Promise.resolve([
        ...changes.map(({ path, from = path, before }) => [from, before] as const),
        ['other.mdx', known.map((host) => `See https://${host}/.\n`).join('')] as const,
      ]),
  });

const hostile: readonly (readonly [what: string, text: string, named: RegExp])[] = [
  ['a script', '<script src="/x.js"></script>', /a script/],
  ['a script in uppercase', '<SCRIPT>x</SCRIPT>', /a script/],
  ['an iframe', '<iframe src="/x" />', /iframe/],
  ['a form', '<form action="/x">', /form/],
  ['an event handler', '<img src="/a.png" onerror="x()" />', /event handler/],
  ['a javascript link', '[x](javascript:alert(1))', /runs a program/],
  ['raw HTML', '<div dangerouslySetInnerHTML={{ __html: x }} />', /raw HTML/],
  ['a tracking image in Markdown', '![](https://t.evil.io/p.gif)', /may count readers/],
  ['a tracking image as a tag', "<img src='//t.evil.io/p.gif'/>", /may count readers/],
  ['a tracking image as an expression', '<img src={"https://t.evil.io/p.gif"} />', /may count readers/],
  ['an image of one pixel', '<img src="/p.gif" width="1" height="1" />', /may count readers/],
  ['a new host in a link', '[x](https://evil.io/x)', /external host `evil\.io`/],
  ['a new host after a user name', '[x](https://docs.acme.dev@evil.io/x)', /external host `evil\.io`/],
  ['a new host without a scheme', '<a href="//evil.io">x</a>', /external host `evil\.io`/],
  ['a new host with a look-alike name', '[x](https://acme.dev.evil.io)', /external host `acme\.dev\.evil\.io`/],
];
describe('a reviewer is shown first', () => {
  for (const [what, text, named] of hostile) {
    test(what, async () => assert.match((await risksOf([modified(`Text.\n${text}\n`)])).join('\n'), named));
  }

  test('five deletions, and each deletion that nobody requested', async () => {
    const paths = ['old/a.mdx', 'old/b.mdx', 'old/c.mdx', 'old/d.mdx', 'keep.mdx'];
    const risks = await risksOf(paths.map(gone), 'delete old/a, old/b, old/c and old/d');
    assert.deepEqual(risks.length, 2);
    assert.match(risks[0] ?? '', /^Deletes 5 files/);
    assert.equal(risks[1], 'Deleted, but not named in the request: `keep.mdx`.');
  });

  test('a new file that isn’t a page and that nobody named', async () => {
    const change: FileChange = { path: 'x.svg', change: 'added', before: '', after: '<svg/>' };
    assert.match((await risksOf([change])).join(), /New files that are not pages/);
    assert.deepEqual(await risksOf([change], 'add the logo x.svg'), []);
  });
});

describe('a changed page that isn’t among the pages that the request names', () => {
  const page = (path: string, before = 'Text.\n'): FileChange => ({ ...modified('Other text.\n', before), path });
  const linked = (after: string): FileChange => ({
    ...modified(after, 'See [it](/guides/setup).\n'),
    path: 'linked/a.mdx',
  });
  const asked = page('guides/setup.mdx');
  const found = async (changes: readonly FileChange[], prompt: string) => (await risksOf(changes, prompt)).join('\n');

  test('is shown first', async () => {
    assert.equal(
      await found([asked, page('billing.mdx')], 'Shorten guides/setup.mdx'),
      'Changed, but the request names other pages: `billing.mdx`.',
    );
  });

  test('is shown first even if the named page is unchanged', async () => {
    assert.match(await found([page('billing.mdx')], 'Shorten setup.mdx'), /`billing\.mdx`/);
  });

  const fine: readonly (readonly [what: string, changes: readonly FileChange[], prompt: string])[] = [
    ['a rule over many files changed its links', [asked, linked('See [it](/x).\n')], 'Move guides/setup.mdx'],
    [
      'a rule over many files writes text from the request',
      [asked, linked('Read [it](/guides/setup).\n')],
      'In guides/setup.mdx and so on, write "Read"',
    ],
    ['the request names it by its last part', [asked, page('help/billing.mdx')], 'Link guides/setup and billing'],
    [
      'the request names it by its title',
      [asked, page('x.mdx', '---\ntitle: Paying\n---\n')],
      'Link guides/setup from Paying',
    ],
    ['the request names its folder', [asked, page('help/a.mdx')], 'Say in help/ what guides/setup says'],
    ['the request mentions all pages', [asked, page('billing.mdx')], 'Write it everywhere as guides/setup.mdx does'],
    ['the request names no page', [page('api.mdx'), page('billing.mdx')], 'Explain how the API bills'],
    ['the page is new', [asked, { ...page('new.mdx'), change: 'added' }], 'Split guides/setup.mdx in two'],
  ];
  for (const [what, changes, prompt] of fine) {
    test(`is not shown if ${what}`, async () => assert.equal(await found(changes, prompt), ''));
  }
});

describe('changes that aren’t risks', () => {
  const harmless: readonly (readonly [what: string, changes: FileChange[], prompt?: string])[] = [
    ['existing content', [modified('<iframe src="https://a.io" />\nMore.\n', '<iframe src="https://a.io" />\n')]],
    ['a host that the request names', [modified('[x](https://new.io/x)\n')], 'link to https://new.io/x'],
    ['a host that the site names elsewhere', [modified('[x](https://known.io/x)\n')]],
    ['an example in code', [modified('```html\n<script src="/x.js"></script>\n```\n')]],
    ['hosts that nobody can own', [modified('[x](https://api.example.com/x)\n')]],
    ['a requested deletion', [gone('guides/old.mdx')], 'Delete page guides/old'],
    ['a picture of the site', [modified('![Logo](/images/logo.png)\n')]],
  ];
  for (const [what, changes, prompt] of harmless) {
    test(what, async () => assert.deepEqual(await risksOf(changes, prompt, ['known.io']), []));
  }
});
