import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanLinks, type LinkRules } from './clean-links.ts';

const rules: LinkRules = {
  suffix: '',
  hidesSignIn: false,
  addressOf: (path) => (path.startsWith('/pages/') ? path.slice(0, -5) : undefined),
};
const clean = (html: string, changes: Partial<LinkRules> = {}): string => cleanLinks(html, { ...rules, ...changes });

test('links to pages use their addresses and retain query and anchor', () => {
  assert.equal(clean('<a href="/pages/a.html">a</a>'), '<a href="/pages/a">a</a>');
  assert.equal(
    clean("<p><A class=x HREF='/pages/a.html?q=1&amp;r=2#part.html'>a</A> <area href=/pages/b.html#x>"),
    "<p><A class=x HREF='/pages/a?q=1&amp;r=2#part.html'>a</A> <area href=/pages/b#x>",
  );
  assert.equal(clean('<noscript><a href="/pages/a.html"></noscript>'), '<noscript><a href="/pages/a"></noscript>');
});

test('characters of a path that HTML escapes stay escaped', () => {
  const asked: string[] = [];
  const addressOf = (path: string): string => {
    asked.push(path);
    return path.slice(0, -5);
  };
  assert.equal(
    clean('<a href="/it&#39;s&amp;lt;&quot;.html#a">', { addressOf }),
    '<a href="/it&#39;s&amp;lt;&quot;#a">',
  );
  assert.deepEqual(asked, [`/it's&lt;".html`]);
});

test('text that looks like a link, and values of other attributes, do not change', () => {
  for (const html of [
    '<pre><code>&lt;a href="/pages/a.html"&gt;</code></pre>',
    '<!-- <a href="/pages/a.html"> -->',
    '<script>const a = \'<a href="/pages/a.html">\';</script>',
    '<script type="application/json">{"html":"<a href=\\"/pages/a.html\\">"}</script>',
    '<style>a::after { content: \'<a href="/pages/a.html">\' }</style>',
    '<textarea><a href="/pages/a.html"></textarea>',
    '<title><a href="/pages/a.html"></title>',
    '<button data-code=\'<a href="/pages/a.html">\'>',
    '<a title="href=/pages/a.html" data-href="/pages/a.html">',
    '<a href="#x" href="/pages/a.html">',
    '<link rel="next" href="/pages/a.html">',
    '<a href="/pages/a.html"',
    '< a href="/pages/a.html">',
    '</a href="/pages/a.html">',
    'href="/pages/a.html"',
  ])
    assert.equal(clean(html), html);
});

test('relative links, downloads, and links to other sites and files do not change', () => {
  for (const href of [
    'https://example.com/pages/a.html',
    '//example.com/pages/a.html',
    'pages/a.html',
    '/files/a.html',
    '/pages/a.htm',
    '/pages/a?next=/pages/b.html',
    '/pages/a#b.html',
    '/pages/a&#46;html',
    'javascript:"/pages/a.html"',
    '',
  ]) {
    const html = `<a href="${href}">`;
    assert.equal(clean(html), html);
  }
  assert.equal(clean('<a download href="/pages/a.html">'), '<a download href="/pages/a.html">');
});

test('a page contains the suffix of page addresses for its scripts, and is unchanged if it is cleaned twice', () => {
  assert.equal(clean('<!doctype html><html lang="en">'), '<!doctype html><html data-page-suffix="" lang="en">');
  assert.equal(clean('<html>', { suffix: '/' }), '<html data-page-suffix="/">');
  const once = clean('<html lang="en"><a href="/pages/a.html">');
  assert.equal(clean(once), once);
});

test('the sign-in link is removed from sites without sign-in', () => {
  const link = '<a class="navbar-link sign-in" href="/login" rel="nofollow" data-account="Account">Sign in</a>';
  const own = '<a class="sign-in" href="/login">Sign in</a>';
  assert.equal(clean(`<nav>${link}</nav>${own}${link}!`, { hidesSignIn: true }), `<nav></nav>${own}!`);
  assert.equal(clean(link), link);
});

test('bytes around a link stay unchanged, including invalid UTF-8', () => {
  const before = Buffer.concat([Buffer.from('<p>é '), Buffer.from([0xff, 0xa0]), Buffer.from(' <a title=é\u00a0 ')]);
  const read = (tail: string): Buffer => Buffer.concat([before, Buffer.from(tail)]);
  const cleaned = clean(read('href="/pages/a.html">é</a>').toString('latin1'));
  assert.deepEqual(Buffer.from(cleaned, 'latin1'), read('href="/pages/a">é</a>'));
});
