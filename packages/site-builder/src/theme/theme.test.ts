import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { themeNames } from '../site/config/site-config.ts';
import { feedbackScript, reporterScript } from './client-scripts.ts';
import { contrast, parseHex, reachContrast, readableOn } from './look/color-contrast.ts';
import type { Rgb } from './look/color-contrast.ts';
import { createTheme } from './create-theme.ts';
import { excludeNotProse } from './files/exclude-not-prose.ts';
import { minifyCss } from './files/minify-css.ts';
import { writePalette } from './look/palette.ts';
import { fixtureConfig, fixturePage, fixtureSite, fixtureView } from './testing/theme-fixture.ts';
import { feedbackLines, feedbackWords } from '../text/feedback-words.ts';
import { uiText } from '../text/ui-text.ts';

const site = fixtureSite(fixtureConfig());
const theme = createTheme(site);
const html = theme.page(fixturePage(), fixtureView());

test('the page contains the IDs that sites’ own styles use', () => {
  for (const id of [
    'navbar',
    'sidebar',
    'sidebar-content',
    'content-area',
    'content',
    'page-title',
    'table-of-contents',
    'table-of-contents-content',
    'banner',
    'search-bar-entry',
    'footer',
    'pagination',
    'header',
  ]) {
    assert.equal(html.split(`id="${id}"`).length, 2, id);
  }
  for (const name of ['nav-logo', 'prose', 'mdx-content', 'eyebrow'])
    assert.match(html, new RegExp(`class="[^"]*\\b${name}\\b`), name);
});

test('the current page is marked once, and only its enclosing groups are open', () => {
  const linux = theme.page(fixturePage({ path: 'start/linux' }), fixtureView());
  assert.equal(linux.match(/aria-current="page"/g)?.length, 1);
  assert.match(linux, /href="\/start\/linux.html" aria-current="page"/);
  assert.equal(linux.match(/<details open><summary>/g)?.length, 1);
  assert.doesNotMatch(html, /<details open><summary>/);
});

test('if a heading has the ID of part of the frame, only the heading keeps it', () => {
  const ids = ['content', 'banner', 'footer', 'table-of-contents'];
  const content = ids.map((id) => `<h2 id="${id}">x</h2>`).join('');
  const page = theme.page(
    fixturePage({ content, headings: ids.map((id) => ({ id, text: id, depth: 2 })) }),
    fixtureView(),
  );
  for (const id of ids) assert.equal(page.split(` id="${id}"`).length, 2, id);
  assert.match(page, /<h2 id="banner">/);
});

test('a page outside the navigation has a sidebar without a current entry', () => {
  const page = theme.page(fixturePage({ path: 'elsewhere' }), fixtureView());
  assert.match(page, /side-nav/);
  assert.doesNotMatch(page, /aria-current="page"/);
});

test('a hostile title, label or description is shown as text', () => {
  const hostile = '</title><script>alert(1)</script>"\'';
  const view = fixtureView({
    breadcrumbs: [hostile],
    sidebarKey: 'hostile',
    sidebar: [
      {
        kind: 'group',
        label: hostile,
        expanded: true,
        tag: hostile,
        entries: [{ kind: 'page', path: 'x', label: hostile, method: hostile, deprecated: false }],
      },
    ],
    next: { label: hostile, target: 'x' },
  });
  const page = createTheme(fixtureSite(fixtureConfig('mint', { name: hostile }))).page(
    fixturePage({
      title: hostile,
      description: hostile,
      headings: [{ id: hostile, text: hostile, depth: 2 }],
      frontmatter: { 'og:title': hostile, keywords: [hostile], authors: [hostile] },
    }),
    view,
  );
  assert.doesNotMatch(page, /<script>alert/);
});

test('page modes leave out the documented parts', () => {
  const of = (mode: 'wide' | 'custom' | 'frame' | 'center'): string => theme.page(fixturePage({ mode }), fixtureView());
  assert.doesNotMatch(of('wide'), /id="table-of-contents"/);
  assert.match(of('wide'), /class="side-nav"/);
  assert.doesNotMatch(of('custom'), /id="page-title"|class="side-nav"|id="pagination"/);
  assert.match(of('frame'), /class="side-nav"/);
  assert.doesNotMatch(of('frame'), /id="page-title"/);
  assert.doesNotMatch(of('center'), /class="side-nav"|id="table-of-contents"/);
  assert.match(of('center'), /id="page-title"/);
});

test('a side panel replaces the table of contents', () => {
  const page = theme.page(fixturePage({ sidePanel: '<div class="panel">P</div>' }), fixtureView());
  assert.match(page, /id="panel"/);
  assert.doesNotMatch(page, /id="table-of-contents"/);
});

test('the canonical link, description, social tags and JSON-LD describe the page', () => {
  assert.match(html, /<link rel="canonical" href="https:\/\/docs\.example\.com\/start\/install">/);
  assert.match(html, /<meta property="og:title" content="Install">/);
  assert.match(html, /<meta name="description" content="Get it running in two minutes.">/);
  assert.match(html, /<link rel="alternate" type="text\/markdown" href="\/start\/install.md">/);
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  assert.deepEqual(
    JSON.parse(json)['@graph'][1].itemListElement.map((item: { name: string }) => item.name),
    ['Tidepool', 'Start', 'Install'],
  );
});

test('frontmatter overrides seo.paths, which override seo.metatags', () => {
  const seo = {
    ...site.config.seo,
    metatags: new Map([
      ['og:title', 'site'],
      ['a', 'site'],
    ]),
    paths: [
      {
        path: '/start',
        metatags: new Map([
          ['og:title', 'path'],
          ['a', 'path'],
        ]),
      },
    ],
  };
  const page = createTheme(fixtureSite(fixtureConfig('mint', { seo }))).page(
    fixturePage({ frontmatter: { 'og:title': 'own' } }),
    fixtureView(),
  );
  assert.match(page, /property="og:title" content="own"/);
  assert.match(page, /name="a" content="path"/);
});

test('a page that must not be indexed has the robots tag', () => {
  assert.match(theme.page(fixturePage({ noindex: true }), fixtureView()), /name="robots" content="noindex"/);
});

test('nothing is requested from another host unless the site configured it', () => {
  const requests = html
    .match(/(?:src|href)="https?:[^"]*"/g)
    ?.filter((found) => !/example\.com|github\.com|x\.com|chatgpt\.com|claude\.ai/.test(found));
  assert.deepEqual(requests ?? [], []);
  assert.doesNotMatch(
    theme
      .files()
      .map((file) => (typeof file.bytes === 'string' ? file.bytes : ''))
      .join(''),
    /url\(["']?https?:/,
  );
});

test('analytics scripts are written only if the deployment has analytics', () => {
  const config = fixtureConfig('mint', {
    integrations: new Map([
      ['plausible', { domain: 'docs.example.com' }],
      ['ga4', { measurementId: 'G-1"><script>' }],
    ]),
  });
  const on = createTheme(fixtureSite(config)).page(fixturePage(), fixtureView());
  assert.match(on, /src="https:\/\/plausible.io\/js\/script.js" data-domain="docs.example.com"/);
  assert.doesNotMatch(on, /G-1"><script>/);
  const features = { ...site.features, analytics: false };
  assert.doesNotMatch(
    createTheme(fixtureSite(config, { features })).page(fixturePage(), fixtureView()),
    /plausible|googletagmanager/,
  );
});

test('the search button is left out if the site has no search', () => {
  const addOns = { ...site.addOns, searchScript: undefined };
  assert.doesNotMatch(
    createTheme(fixtureSite(site.config, { addOns })).page(fixturePage(), fixtureView()),
    /search-open|data-search/,
  );
});

test('options that need an MCP server are left out if none is served', () => {
  const config = fixtureConfig('mint', {
    contextual: {
      display: 'header',
      options: ['copy', 'mcp', 'cursor', 'vscode'].map((name) => ({ kind: 'named', name })),
    },
  });
  assert.doesNotMatch(createTheme(fixtureSite(config)).page(fixturePage(), fixtureView()), /vscode:|cursor:/);
  const addOns = { ...site.addOns, mcpUrl: 'https://docs.example.com/mcp' };
  assert.match(createTheme(fixtureSite(config, { addOns })).page(fixturePage(), fixtureView()), /href="vscode:mcp/);
});

test('a custom entry that links to the MCP server is left out if none is served', () => {
  const href = 'https://tools.example.com/add?server=$mcp';
  const own = { kind: 'custom', title: 'Add the server', description: '', icon: undefined, href } as const;
  const config = fixtureConfig('mint', { contextual: { display: 'header', options: [own] } });
  assert.doesNotMatch(createTheme(fixtureSite(config)).page(fixturePage(), fixtureView()), /Add the server/);
  const addOns = { ...site.addOns, mcpUrl: 'https://docs.example.com/mcp' };
  const served = createTheme(fixtureSite(config, { addOns })).page(fixturePage(), fixtureView());
  assert.match(served, /add\?server=https%3A%2F%2Fdocs\.example\.com%2Fmcp/);
});

test('the assistant isn’t offered anywhere if the site has none', () => {
  const options = ['copy', 'assistant'].map((name) => ({ kind: 'named', name }) as const);
  const config = fixtureConfig('mint', { contextual: { display: 'header', options } });
  const asked = fixtureSite(config, { features: { ...site.features, assistant: true } });
  assert.doesNotMatch(createTheme(asked).page(fixturePage(), fixtureView()), /assistant/i);
});

test('a site without links to AI services offers only local options, and its own links', () => {
  const own = { kind: 'custom', title: 'Report', description: '', icon: undefined, href: '/report' } as const;
  const names = ['copy', 'view', 'chatgpt', 'claude', 'perplexity', 'grok', 'aistudio', 'devin', 'windsurf'];
  const options = [...names.map((name) => ({ kind: 'named', name }) as const), own];
  const config = fixtureConfig('mint', { contextual: { display: 'header', options } });
  const outside = /chatgpt\.com|claude\.ai|perplexity\.ai|grok\.com|aistudio|devin\.ai|windsurf:/;
  assert.match(createTheme(fixtureSite(config)).page(fixturePage(), fixtureView()), outside);
  const without = fixtureSite(config, { features: { ...site.features, aiLinks: false } });
  const page = createTheme(without).page(fixturePage(), fixtureView());
  assert.doesNotMatch(page, outside);
  assert.match(page, /data-copy-page=/);
  assert.match(page, /View as Markdown/);
  assert.match(page, /Report/);
});

test('a strict appearance has no switch and ignores the stored choice', () => {
  const page = createTheme(fixtureSite(fixtureConfig('mint', { appearance: { default: 'dark', strict: true } }))).page(
    fixturePage(),
    fixtureView(),
  );
  assert.doesNotMatch(page, /class="theme-switch"|dw-theme/);
  assert.match(page, /<html [^>]*class="[^"]*\bdark\b/);
});

test('a right-to-left page sets its direction', () => {
  assert.match(
    theme.page(fixturePage(), fixtureView({ language: 'ar', direction: 'rtl' })),
    /<html lang="ar" dir="rtl"/,
  );
});

test('a redirect stub links to its target, but not to a script', () => {
  const redirect = (to: string): string => theme.redirect(to, fixtureView());
  assert.match(redirect('/new.html'), /content="0; url=\/new.html"/);
  assert.doesNotMatch(redirect('javascript:alert(1)'), /javascript/);
  assert.doesNotMatch(redirect('/"><script>'), /<script>/);
});

test('views are selected by title, and only the first is shown before the script runs', () => {
  const content =
    '<div class="view multi-view-item" data-view="A &lt;b&gt;">a</div><div class="view multi-view-item" data-view="C">c</div>';
  const page = theme.page(fixturePage({ content }), fixtureView());
  assert.match(page, /<option value="A &lt;b&gt;">A &lt;b&gt;<\/option><option value="C">C<\/option>/);
  assert.match(page, /\.view:not\(\[data-view="A \\3c b>"\]\)/);
});

test('views that variations names by ID or label are listed first, in that order and with those labels', () => {
  const variations = [
    { id: 'go', label: 'Go' },
    { id: 'js', label: 'JavaScript' },
  ];
  const own = createTheme(fixtureSite(fixtureConfig('willow', { variations })));
  const content = ['Rust', 'js', 'Go']
    .map((title) => `<div class="view multi-view-item" data-view="${title}">x</div>`)
    .join('');
  const page = own.page(fixturePage({ content }), fixtureView());
  assert.deepEqual(
    [...page.matchAll(/<option value="(\w+)">(\w+)</g)].map(([, value, label]) => [value, label]),
    [
      ['Go', 'Go'],
      ['js', 'JavaScript'],
      ['Rust', 'Rust'],
    ],
  );
  assert.match(page, /\.view:not\(\[data-view="Go"\]\)/);
});

test('the same site produces the same bytes, even after another site was built', () => {
  const other = createTheme(fixtureSite(fixtureConfig('palm')));
  assert.notEqual(other.page(fixturePage(), fixtureView()), html);
  assert.notDeepEqual(other.files(), theme.files());
  const again = createTheme(fixtureSite(fixtureConfig()));
  assert.equal(again.page(fixturePage(), fixtureView()), html);
  assert.deepEqual(again.files(), theme.files());
});

test('each script of a theme is at most 8 KB and each style sheet at most 20 KB, compressed', () => {
  for (const name of themeNames) {
    for (const file of createTheme(fixtureSite(fixtureConfig(name))).files()) {
      if (typeof file.bytes !== 'string') continue;
      const limit = file.path.endsWith('.js') ? 8_192 : 20_480;
      assert.ok(gzipSync(file.bytes).length <= limit, `${name} ${file.path}`);
    }
  }
});

test('the assistant has a button and a panel that is loaded later, and a site without it has neither', () => {
  const written = (assistantScript: string | undefined): string => {
    const theme = createTheme({ ...site, addOns: { ...site.addOns, assistantScript } });
    return (
      theme.page(fixturePage(), fixtureView()) +
      theme
        .files()
        .map(({ bytes }) => String(bytes))
        .join('')
    );
  };
  assert.doesNotMatch(written(undefined), /assistant-/);
  assert.match(
    written('_docwright/assistant/panel.js'),
    /data-panel="\/docs\/_docwright\/assistant\/panel\.js"|data-panel="\/_docwright/,
  );
});

test('only a site with analytics includes the analytics script', () => {
  assert.doesNotMatch(reporterScript, /cookie|sessionStorage|setItem|https?:\/\//);
  const [counting, plain] = [true, false].map((countsReaders) => createTheme({ ...site, countsReaders }));
  const scriptsOf = (theme = plain) => (theme?.files() ?? []).filter(({ path }) => path.endsWith('.js')).length;
  assert.equal(scriptsOf(counting), scriptsOf() + 1);
  const page = counting?.page(fixturePage(), fixtureView()) ?? '';
  const tag = /<script type="module" src="\/_docwright\/reader\.[0-9a-f]{10}\.js" fetchpriority="low"><\/script>/;
  assert.match(page, tag);
  assert.match(counting?.notFound(fixtureView()) ?? '', tag);
  assert.equal(plain?.page(fixturePage(), fixtureView()), page.replace(tag, ''));
});

test('only a site with feedback includes the feedback form and its script, except on custom pages and the 404 page', () => {
  assert.doesNotMatch(feedbackScript, /cookie|Storage|https?:\/\//);
  const [asking, plain] = [true, false].map((feedback) =>
    createTheme({ ...site, features: { ...site.features, feedback } }),
  );
  const page = asking?.page(fixturePage(), fixtureView()) ?? '';
  assert.match(
    page,
    /<form class="page-feedback [^"]*" id="feedback-form" hidden aria-labelledby="page-feedback-title">/,
  );
  assert.match(page, /data-code="Something wrong with this code\?"/);
  assert.match(page, /<script type="module" src="\/_docwright\/feedback\.[0-9a-f]{10}\.js" fetchpriority="low">/);
  const written = (theme = plain) =>
    `${theme?.page(fixturePage(), fixtureView()) ?? ''}${(theme?.files() ?? []).map(({ path, bytes }) => path + String(bytes)).join('')}`;
  assert.doesNotMatch(written(), /feedback/i);
  const bare = asking?.page(fixturePage({ mode: 'custom' }), fixtureView()) ?? '';
  assert.doesNotMatch(bare, /feedback/);
  assert.doesNotMatch(asking?.notFound(fixtureView()) ?? '', /page-feedback/);
});

test('the feedback form has all labels in every language of the theme', () => {
  for (const [language, line] of Object.entries(feedbackLines))
    assert.equal(line.split('|').filter((word) => word.trim() !== '').length, 9, language);
  assert.equal(feedbackWords('de-AT').yes, 'Ja');
  assert.equal(new Set(Object.keys(feedbackLines).map((language) => feedbackWords(language).code)).size, 19);
  assert.equal(feedbackWords('xx').yes, 'Yes');
});

function everyColor(): Rgb[] {
  const steps = [0, 51, 102, 153, 204, 255];
  return steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => ({ red, green, blue }))));
}

test('configured colors result in text with a contrast of at least 4.5:1 on each background', () => {
  const hex = (color: Rgb): string =>
    `#${[color.red, color.green, color.blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  for (const color of everyColor()) {
    const colors = { primary: hex(color), light: hex(color), dark: hex(color) };
    const css = writePalette(fixtureConfig('mint', { colors }), { light: '#ffffff', dark: '#0b0d10' });
    for (const block of css.matchAll(/\{([^}]*)\}/g)) {
      const token = (name: string): Rgb =>
        parseHex(new RegExp(`(?:^|;)--${name}:(#\\w{6})`).exec(block[1] ?? '')?.[1] ?? '') ?? {
          red: 0,
          green: 0,
          blue: 0,
        };
      for (const ground of ['bg', 'raised', 'tint']) {
        for (const text of [
          'ink',
          'text',
          'muted',
          'accent',
          'note',
          'tip',
          'warn',
          'danger',
          'purple',
          'yellow',
          'orange',
        ])
          assert.ok(contrast(token(text), token(ground)) >= 4.5, `${hex(color)} ${text} on ${ground}`);
      }
      assert.ok(contrast(token('on-fill'), token('fill')) >= 4.5, `${hex(color)} button`);
    }
  }
});

test('a color that is already readable is unchanged', () => {
  const blue: Rgb = { red: 0, green: 40, blue: 160 };
  assert.deepEqual(reachContrast(blue, { red: 255, green: 255, blue: 255 }, 4.5), blue);
  assert.deepEqual(readableOn({ red: 250, green: 220, blue: 0 }), { red: 0, green: 0, blue: 0 });
});

test('minifying keeps strings, addresses and the meaning of spaces', () => {
  assert.equal(
    minifyCss(
      '/* x */ a  b > c { content: "a  /* b */ ; }"; margin: 0 1px ; }\n@media (min-width: 1px) { a { color: red } }',
    ),
    'a b>c{content:"a  /* b */ ; }";margin:0 1px}@media (min-width: 1px){a{color:red}}',
  );
});

test('text rules exclude not-prose, and rules for our own classes still apply', () => {
  assert.equal(excludeNotProse('.prose :is(p, ul) {}'), '.prose :is(p, ul):not(:where(.not-prose,.not-prose *)) {}');
  assert.equal(excludeNotProse('.prose li::marker {}'), '.prose li:not(:where(.not-prose,.not-prose *))::marker {}');
  assert.equal(excludeNotProse('.prose .frame p {}'), '.prose .frame p {}');
});

test('every language has a word for each key', () => {
  for (const language of [
    'en',
    'de',
    'es',
    'fr',
    'it',
    'pt',
    'nl',
    'pl',
    'tr',
    'ru',
    'uk',
    'zh',
    'ja',
    'ko',
    'ar',
    'he',
    'id',
    'vi',
    'hi',
  ]) {
    const words = uiText(language);
    for (const [key, word] of Object.entries(words)) assert.ok(word !== '' && word !== key, `${language} ${key}`);
  }
  assert.equal(uiText('jp').search, uiText('ja').search);
  assert.equal(uiText('xx').search, 'Search');
});
