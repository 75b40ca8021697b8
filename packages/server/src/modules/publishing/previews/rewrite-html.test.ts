import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rewriteHtml } from './rewrite-html.ts';

const at = (html: string, basePath = '') => rewriteHtml(html, { basePath, prefix: '/preview/t' });

test('addresses from the host’s root are rewritten below the preview', () => {
  assert.equal(at('<a href="/guides/x.html">x</a>'), '<a href="/preview/t/guides/x.html">x</a>');
  assert.equal(
    at('<html data-base="/" data-search="/s.js">'),
    '<html data-base="/preview/t/" data-search="/preview/t/s.js">',
  );
  assert.equal(
    at('<img src="/a.png" srcset="/a.png 1x, /b.png 2x">'),
    '<img src="/preview/t/a.png" srcset="/preview/t/a.png 1x, /preview/t/b.png 2x">',
  );
});

test('the target of a redirecting page is rewritten below the preview unless it is on another host', () => {
  const stub = (to: string) => `<meta http-equiv="refresh" content="0; url=${to}"><meta name="a" content="0; url=/b">`;
  assert.equal(at(stub('/intro.html')), stub('/preview/t/intro.html'));
  assert.equal(at(stub('https://x.example/y')), stub('https://x.example/y'));
});

test('other hosts, relative addresses and fragments are unchanged', () => {
  for (const html of [
    '<a href="https://x.example/y">',
    '<a href="//x.example/y">',
    '<a href="y.html">',
    '<a href="#top">',
  ]) {
    assert.equal(at(html), html);
  }
});

test('addresses below a site’s base path are rewritten, and addresses outside it aren’t', () => {
  assert.equal(at('<a href="/docs/x">', '/docs'), '<a href="/preview/t/docs/x">');
  assert.equal(at('<a href="/docs">', '/docs'), '<a href="/preview/t/docs">');
  assert.equal(at('<a href="/docsx/y">', '/docs'), '<a href="/docsx/y">');
});

test('text and scripts are not treated as markup', () => {
  for (const html of [
    '<p>href="/x"</p>',
    '<script>const a = "href=\\"/x\\"";</script>',
    '<code>&lt;a href="/x"&gt;</code>',
  ]) {
    assert.equal(at(html), html);
  }
});

test('long pages with unclosed tags are rewritten in less than two seconds', () => {
  const started = process.cpuUsage();
  at(`<a ${'x="1" '.repeat(50_000)}`);
  at('<a href="/x">'.repeat(50_000));
  at(`<a${' '.repeat(50_000)}`);
  assert.ok(process.cpuUsage(started).user < 2_000_000);
});
