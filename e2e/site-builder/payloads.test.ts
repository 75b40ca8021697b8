import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { createMemorySource } from '@docwright/site-builder';
import { openWindow } from './check-pages.ts';
import { launchBrowser } from '../../packages/site-builder/src/testing/launch-browser.ts';
import { buildInMemory, serveSite, type BuiltSite, type SiteServer } from './serve-site.ts';

/** Text that runs if it is written into a page unescaped. Each payload reports its own name. */
const payloads: readonly string[] = [
  `<script>ran('script')</script>`,
  `"><script>ran('closed attribute')</script>`,
  `'><img src=x onerror="ran('image')">`,
  `<svg onload=ran('svg')>`,
  `</title><script>ran('title')</script>`,
  `</script><script>ran('closed script')</script>`,
  `--><script>ran('comment')</script><!--`,
  `]]><script>ran('cdata')</script>`,
  `javascript:ran('address')`,
  `java\tscript:ran('tabbed address')`,
  `data:text/html,<script>parent.ran('data')</script>`,
  `" autofocus onfocus="ran('focus')" x="`,
  `" style="animation:x" onanimationstart="ran('animation')" x="`,
  `</style><script>ran('style')</script>`,
  `</textarea><script>ran('textarea')</script>`,
  `<iframe srcdoc="<script>parent.ran('frame')</script>">`,
  `<details open ontoggle=ran('toggle')>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=ran('mutation')>`,
  `\u2028ran('line')//`,
  `\${ran('template')}`,
  `{{constructor.constructor("ran('braces')")()}}`,
  `<a href="javascript:ran('link')">x</a>`,
  `&lt;script&gt;ran('entity')&lt;/script&gt;`,
  `*/ran('css')/*`,
];

/** Returns a site with the payload in every kind of text that a site can contain. */
function hostileSite(text: string): Map<string, string> {
  const json = JSON.stringify(text);
  const config = {
    theme: 'mint',
    name: text,
    description: text,
    colors: { primary: '#0a7' },
    logo: { light: text, dark: text, href: text },
    favicon: text,
    navbar: { links: [{ label: text, href: text, icon: text }], primary: { type: 'button', label: text, href: text } },
    footer: {
      socials: { x: text, github: `https://${text}` },
      links: [{ header: text, items: [{ label: text, href: text }] }],
    },
    banner: { content: text, dismissible: true },
    variables: { v: text },
    search: { prompt: text },
    background: { image: text, color: { light: text } },
    fonts: { family: text, source: text, format: 'woff2' },
    seo: {
      metatags: { [text]: text, 'og:title': text, robots: text },
      organization: { name: text, url: text, sameAs: [text] },
    },
    errors: { 404: { redirect: false, title: text, description: text.replaceAll('{', '') } },
    redirects: [
      { source: `/${text}`, destination: text },
      { source: '/r', destination: text },
    ],
    contextual: { options: ['copy', { title: text, description: text, href: text, icon: text }] },
    integrations: {
      ga4: { measurementId: text },
      gtm: { tagId: text },
      plausible: { domain: text, server: text },
      posthog: { apiKey: text, apiHost: text },
      intercom: { appId: text },
    },
    styling: { codeblocks: { theme: text } },
    icons: { library: text },
    api: { openapi: 's.json', asyncapi: 'a.json', mdx: { server: text, auth: { method: text, name: text } } },
    navigation: {
      global: { anchors: [{ anchor: text, href: text, icon: text, color: text }] },
      tabs: [
        { tab: text, icon: text, groups: [{ group: text, tag: text, icon: text, pages: ['index', 'two', text] }] },
        {
          tab: 'API',
          groups: [
            { group: text, openapi: 's.json' },
            { group: 'Live', asyncapi: 'a.json' },
          ],
        },
      ],
    },
  };
  const schema = {
    type: 'object',
    title: text,
    description: text,
    properties: {
      [text]: {
        type: text,
        description: text,
        default: text,
        example: text,
        enum: [text],
        pattern: text,
        format: text,
      },
    },
    example: { [text]: text },
  };
  const spec = {
    openapi: '3.1.0',
    info: { title: text, version: text, description: text },
    servers: [{ url: text, description: text }, { url: 'http://127.0.0.1:1' }],
    tags: [{ name: text, description: text }],
    components: { securitySchemes: { [text]: { type: 'apiKey', in: 'header', name: text, description: text } } },
    security: [{ [text]: [] }],
    paths: {
      [`/x/${text.replaceAll('/', '')}`]: {
        post: {
          tags: [text],
          summary: text,
          description: text,
          operationId: text,
          deprecated: true,
          parameters: [{ name: text, in: 'query', description: text, schema, example: text }],
          requestBody: {
            description: text,
            content: {
              'application/json': { schema, examples: { [text]: { summary: text, value: text } } },
              [text]: { schema },
            },
          },
          responses: {
            200: {
              description: text,
              headers: { [text]: { description: text } },
              content: { 'application/json': { schema } },
            },
            [text]: { description: text },
          },
          'x-codeSamples': [{ lang: text, label: text, source: text }],
          'x-mint': {
            // MDX like a page, so a script in it was written by its author.
            content: text.replaceAll('{', '\\{').replaceAll('<', '\\<'),
            metadata: { title: text, description: text },
          },
        },
      },
    },
  };
  const asyncapi = {
    asyncapi: '3.0.0',
    info: { title: text, version: '1', description: text },
    servers: { s: { host: text, protocol: 'ws', description: text } },
    channels: {
      c: {
        address: text,
        title: text,
        description: text,
        parameters: { p: { description: text } },
        messages: { m: { name: text, title: text, summary: text, payload: schema } },
      },
    },
    operations: { o: { action: 'send', channel: { $ref: '#/channels/c' }, title: text, summary: text } },
  };
  const props = [
    'title',
    'description',
    'icon',
    'href',
    'img',
    'cta',
    'color',
    'label',
    'caption',
    'hint',
    'tip',
    'headline',
    'name',
    'type',
    'default',
    'placeholder',
    'filename',
    'language',
    'id',
    'className',
    'style',
    'src',
    'alt',
    'path',
    'tags',
    'date',
    'stepNumber',
    'width',
  ];
  const tags = [
    'Card',
    'Accordion',
    'Callout',
    'Badge',
    'Frame',
    'Tooltip',
    'Icon',
    'Step',
    'Tab',
    'Update',
    'View',
    'Tile',
    'ParamField',
    'ResponseField',
    'Expandable',
    'CodeBlock',
    'Color.Item',
    'Tree.File',
    'Prompt',
    'Link',
    'Heading',
    'GitHub.Repo',
    'Latex',
    'Param',
    'Column',
    'Panel',
    'a',
    'img',
    'div',
    'iframe',
    'video',
    'button',
    'svg',
    'use',
    'form',
    'input',
    'object',
    'embed',
    'link',
    'meta',
    'base',
  ];
  const components = tags
    .map(
      (tag) =>
        `<${tag} ${props
          .filter((prop) => !(tag === 'iframe' && prop === 'src'))
          .map((prop) => `${prop}={t}`)
          .join(' ')} {...{ onClick: t, onerror: t, [t]: t }}>{t}</${tag}>`,
    )
    .join('\n\n');
  const front = [
    'title',
    'sidebarTitle',
    'description',
    'icon',
    'tag',
    'url',
    'canonical',
    'keywords',
    'og:title',
    'og:image',
    'twitter:card',
    'robots',
    'custom',
  ]
    .map((key) => `"${key}": ${json}`)
    .filter((line) => !line.startsWith('"url"'))
    .join('\n');
  const inMarkdown = text.replaceAll('{', '\\{').replaceAll('<', '\\<');
  return new Map([
    ['docs.json', JSON.stringify(config)],
    ['s.json', JSON.stringify(spec)],
    ['a.json', JSON.stringify(asyncapi)],
    [
      'x.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" onload="ran('svg file')"><script>ran('svg script')</script><a href="javascript:ran('svg link')"><text>${text.replaceAll('<', '&lt;').replaceAll('&', '&amp;')}</text></a></svg>`,
    ],
    [
      'index.mdx',
      `---\n${front}\nrss: true\n---\n\nexport const t = ${json};\n\n{t} {{v}} <Icon icon="/x.svg" /> ![x](/x.svg)\n\n${components}\n\n## ${inMarkdown}\n\n| ${inMarkdown.replaceAll('|', '')} |\n| - |\n| ${inMarkdown} |\n\n[${inMarkdown}](<${text.replace(/[<>\n]/g, '')}>)\n\n\`\`\`html ${text.replaceAll('`', '')}\n${text}\n\`\`\`\n\n\`\`\`mermaid\ngraph TD; a["${text.replaceAll('"', '')}"] --> b; click a "${text.replaceAll('"', '')}"\n\`\`\`\n\n$$\\text{${text.replaceAll('$', '')}} \\href{javascript:ran('tex')}{x}$$\n`,
    ],
    ['two.mdx', `---\ntitle: ${json}\n---\n\n## Found by its word findable\n\n${inMarkdown} findable {${json}}\n`],
  ]);
}

describe('text that would run as a script', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  /** Opens every page, hovers over and clicks its elements, and searches; returns the payloads that ran. */
  async function open(site: BuiltSite, paths: readonly string[]): Promise<string[]> {
    const server: SiteServer = await serveSite(site.files);
    const { context } = await openWindow(browser, server);
    const ran: string[] = [];
    try {
      await context.exposeBinding('ran', (_, name: string) => void ran.push(name));
      const page = await context.newPage();
      page.on('dialog', (dialog) => {
        ran.push('a dialog');
        void dialog.dismiss();
      });
      for (const path of paths) {
        await page.goto(`${server.origin}/${path}`, { waitUntil: 'load' });
        // Links with a script address run when they are followed.
        await page.evaluate(`for (const link of document.querySelectorAll('a[href]')) if (/^\\s*(?:java|vb)\\s*script|^\\s*data/i.test(link.getAttribute('href')) || /^(?:javascript|data):/.test(link.href)) ran('a link to ' + link.href.slice(0, 60));
          for (const part of document.querySelectorAll('details')) part.open = true;
          for (const part of document.querySelectorAll('#content-area button')) part.click();`);
      }
      await page.goto(`${server.origin}/two.html`);
      await page.keyboard.press('Control+k');
      await page.waitForSelector('.search-dialog[open]');
      await page.keyboard.insertText('findable');
      await page.waitForSelector('.search-result');
      await page.waitForLoadState('networkidle');
    } finally {
      await context.close();
      server.close();
    }
    return ran;
  }

  test('is detected by the test if a page contains it unescaped', async () => {
    const page = (body: string): Uint8Array =>
      Buffer.from(
        `<!doctype html><body>${body}<dialog open class="search-dialog"><a class="search-result">x</a></dialog>`,
      );
    const files = new Map([
      ['two.html', page('')],
      ...payloads.slice(0, 4).map((text, index) => [`${index}.html`, page(text)] as const),
    ]);
    const ran = await open({ files, report: undefined as never }, ['0.html', '1.html', '2.html', '3.html']);
    assert.deepEqual([...new Set(ran)].sort(), ['closed attribute', 'image', 'script', 'svg']);
  });

  // Addresses run only on their own; other payloads can be combined.
  const isAddress = (text: string): boolean => /^(?:java|data)/.test(text);
  const rest = payloads.filter((text) => !isAddress(text));
  const texts = [
    ...payloads.filter(isAddress),
    rest.slice(0, 8).join(' '),
    rest.slice(8, 14).join(' '),
    rest.slice(14).join(' '),
  ];
  for (const text of texts) {
    test(`${JSON.stringify(text.slice(0, 60))} runs nowhere`, async () => {
      const site = await buildInMemory(createMemorySource(hostileSite(text)), { siteUrl: 'https://docs.example.com' });
      assert.equal(site.report.rendered, site.report.pages);
      // Redirect stubs navigate away.
      const pages = [...site.files].flatMap(([path, bytes]) =>
        path.endsWith('.html') && Buffer.from(bytes).includes('id="content"') ? [path] : [],
      );
      const api = pages.filter((path) => path !== 'index.html' && path !== 'two.html').slice(0, 3);
      assert.deepEqual(await open(site, ['index.html', 'two.html', '404.html', ...api]), []);
    });
  }
});
