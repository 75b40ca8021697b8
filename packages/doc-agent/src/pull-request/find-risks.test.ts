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
  findRisks({ changes, prompt, isKnownHost: (host) => Promise.resolve(known.includes(host)) });

const hostile: readonly (readonly [what: string, text: string, named: RegExp])[] = [
  ['a script', '<script src="/x.js"></script>', /a script/],
  ['a script in capitals', '<SCRIPT>x</SCRIPT>', /a script/],
  ['an iframe', '<iframe src="/x" />', /iframe/],
  ['a form', '<form action="/x">', /form/],
  ['an event handler', '<img src="/a.png" onerror="x()" />', /event handler/],
  ['a javascript link', '[x](javascript:alert(1))', /runs a program/],
  ['raw HTML', '<div dangerouslySetInnerHTML={{ __html: x }} />', /raw HTML/],
  ['a tracking image in Markdown', '![](https://t.evil.io/p.gif)', /may count readers/],
  ['a tracking image as a tag', "<img src='//t.evil.io/p.gif'/>", /may count readers/],
  ['a tracking image as an expression', '<img src={"https://t.evil.io/p.gif"} />', /may count readers/],
  ['an image of one pixel', '<img src="/p.gif" width="1" height="1" />', /may count readers/],
  ['a new host in a link', '[x](https://evil.io/x)', /outside host `evil\.io`/],
  ['a new host behind a user name', '[x](https://docs.acme.dev@evil.io/x)', /outside host `evil\.io`/],
  ['a new host without a scheme', '<a href="//evil.io">x</a>', /outside host `evil\.io`/],
  ['a new host of a look-alike name', '[x](https://acme.dev.evil.io)', /outside host `acme\.dev\.evil\.io`/],
];
describe('a reviewer is shown first', () => {
  for (const [what, text, named] of hostile) {
    test(what, async () => assert.match((await risksOf([modified(`Text.\n${text}\n`)])).join('\n'), named));
  }

  test('five deletions, and each that nobody asked for', async () => {
    const paths = ['old/a.mdx', 'old/b.mdx', 'old/c.mdx', 'old/d.mdx', 'keep.mdx'];
    const risks = await risksOf(paths.map(gone), 'delete old/a, old/b, old/c and old/d');
    assert.deepEqual(risks.length, 2);
    assert.match(risks[0] ?? '', /^5 files are deleted/);
    assert.equal(risks[1], 'Deleted although the request does not name it: `keep.mdx`.');
  });

  test('a new file that is no page and that nobody named', async () => {
    const change: FileChange = { path: 'x.svg', change: 'added', before: '', after: '<svg/>' };
    assert.match((await risksOf([change])).join(), /New files that are no pages/);
    assert.deepEqual(await risksOf([change], 'add the logo x.svg'), []);
  });
});

describe('nothing is said of', () => {
  const harmless: readonly (readonly [what: string, changes: FileChange[], prompt?: string])[] = [
    [
      'what stood there before',
      [modified('<iframe src="https://a.io" />\nMore.\n', '<iframe src="https://a.io" />\n')],
    ],
    ['a host that the request names', [modified('[x](https://new.io/x)\n')], 'link to https://new.io/x'],
    ['a host that the site names elsewhere', [modified('[x](https://known.io/x)\n')]],
    ['an example in code', [modified('```html\n<script src="https://x.io"></script>\n```\n')]],
    ['hosts that are nobody’s', [modified('[x](https://api.example.com/x)\n')]],
    ['a deletion that was asked for', [gone('guides/old.mdx')], 'Delete page guides/old'],
    ['a picture of the site', [modified('![Logo](/images/logo.png)\n')]],
  ];
  for (const [what, changes, prompt] of harmless) {
    test(what, async () => assert.deepEqual(await risksOf(changes, prompt, ['known.io']), []));
  }
});
