import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { defaultBuildSettings } from '../settings/build-settings.ts';
import { buildFixture } from '../testing/build-fixture.ts';

/*
 * Names that the format documents for style sheets of sites (`customize/custom-scripts` in its manual). The lists leave
 * out names of parts that our pages don't have: a second bar for phones, dividers in the sidebar, links to sign in and
 * out, a list in place of the select box of views, and an ID that several elements of one page would share.
 */
const ids = `
  body-content content-area content header banner footer page-title pagination panel background-color navbar
  topbar-cta-button sidebar sidebar-content table-of-contents table-of-contents-layout
  table-of-contents-content search-bar-entry search-bar-entry-mobile search-input assistant-entry
  chat-assistant-sheet chat-assistant-textarea request-example response-example api-playground-input
  ask-assistant-code-block-button code-snippet-feedback-button code-snippet-feedback-textarea
  feedback-thumbs-up feedback-thumbs-down feedback-form feedback-form-input feedback-form-submit
  page-context-menu page-context-menu-button localization-select-trigger localization-select-content
  changelog-filters changelog-filters-content multi-view-dropdown text-selection-tooltip-button`;
const classes = `
  accordion accordion-group callout card card-group columns code-block code-block-icon code-block-copy-button
  code-block-fade-overlay code-group expandable frame icon mermaid step steps tab-icon tabs tile tooltip
  update mdx-content panel eyebrow link breadcrumb-list breadcrumb-item nav-logo navbar-link nav-anchors
  nav-anchor nav-tabs nav-tabs-item mobile-nav-tabs-item topbar-right-container nav-tag-pill nav-tag-pill-text
  nav-dropdown-trigger nav-dropdown-content nav-dropdown-item nav-dropdown-item-text-container
  nav-dropdown-item-title nav-dropdown-item-description nav-dropdown-item-icon
  nav-dropdown-products-selector-trigger nav-dropdown-products-selector-content
  nav-dropdown-products-selector-item nav-dropdown-products-selector-item-title
  nav-dropdown-products-selector-item-description nav-dropdown-products-selector-item-icon sidebar-group
  sidebar-group-icon sidebar-group-header sidebar-title toc toc-item footer advanced-footer pagination-prev
  pagination-next pagination-title api-section api-section-heading api-section-heading-title field
  option-dropdown tryit-button method-pill method-nav-pill prompt chat-assistant-sheet
  chat-assistant-sheet-header chat-assistant-sheet-content chat-assistant-input chat-assistant-send-button
  chat-assistant-disclaimer-text chat-assistant-payload-item starter-question-text feedback-toolbar
  contextual-feedback-container contextual-feedback-form contextual-feedback-form-title
  contextual-feedback-input contextual-feedback-button contextual-feedback-form-submit-button
  code-snippet-feedback-form multi-view-item multi-view-dropdown multi-view-dropdown-trigger directory
  directory-group directory-page directory-card not-found-container not-found-status-code not-found-title
  not-found-description not-found-recommended-pages-list color color-row color-item tree tree-folder tree-file`;

const spec = {
  openapi: '3.1.0',
  info: { title: 'Kites', version: '1' },
  servers: [{ url: 'https://kites.example.com' }],
  paths: {
    '/kites': {
      get: {
        summary: 'List kites',
        responses: { 200: { description: 'ok', content: { 'application/json': { example: { name: 'Red' } } } } },
      },
    },
  },
};

const everything = `
<AccordionGroup><Accordion title="A">a</Accordion></AccordionGroup>
<Note>n</Note>
<CardGroup cols={2}><Card title="C" icon="rocket" href="/other">c</Card></CardGroup>
<Expandable title="E">e</Expandable>
<Frame>f</Frame>
<Steps><Step title="S">s</Step></Steps>
<Tabs><Tab title="T" icon="rocket">t</Tab></Tabs>
<Tile href="/other" title="Ti">ti</Tile>
<Tooltip tip="tip">word</Tooltip>
<Tree><Tree.Folder name="f"><Tree.File name="x" /></Tree.Folder></Tree>
<Color variant="compact"><Color.Item name="red" value="#f00" /></Color>
<Color variant="table"><Color.Row title="r"><Color.Item name="red" value="#f00" /></Color.Row></Color>
<Prompt description="p">Say it.</Prompt>
<ParamField path="id" type="string">id</ParamField>
<View title="V1">one</View>
<View title="V2">two</View>
<Panel>side</Panel>
<CodeGroup>
\`\`\`js One icon="rocket" expandable
${'const a = 1;\n'.repeat(20)}
\`\`\`
</CodeGroup>
<CodeGroup dropdown>
\`\`\`js Two
b
\`\`\`
</CodeGroup>

\`\`\`mermaid
graph TD; A-->B
\`\`\`

<Link href="/other">x</Link>
`;

const updates = `
<Update label="May" tags={["One"]}>u</Update>

<Update label="June" tags={["Two"]}>u</Update>
`;

const config = {
  theme: 'mint',
  name: 'Kites',
  colors: { primary: '#0a7d55' },
  styling: { eyebrows: 'breadcrumbs' },
  banner: { content: 'News' },
  navbar: {
    links: [{ label: 'Help', href: 'https://help.example.com' }],
    primary: { type: 'button', label: 'Go', href: 'https://go.example.com' },
  },
  footer: { links: [{ header: 'More', items: [{ label: 'Shop', href: 'https://shop.example.com' }] }] },
  contextual: { options: ['copy', 'view'] },
  navigation: {
    global: { anchors: [{ anchor: 'Forum', href: 'https://forum.example.com', icon: 'comments' }] },
    languages: ['en', 'de'].map((language) => ({
      language,
      products: ['One', 'Two'].map((product) => ({
        product,
        description: 'What it is',
        icon: 'rocket',
        tabs: [
          {
            tab: 'Guides',
            menu: [{ item: 'Start', description: 'Begin', icon: 'rocket', pages: [`${language}/${product}/index`] }],
          },
          {
            tab: 'More',
            groups: [
              {
                group: 'Group',
                icon: 'rocket',
                tag: 'NEW',
                root: `${language}/${product}/root`,
                directory: 'card',
                pages: [
                  `${language}/${product}/page`,
                  { group: 'In', pages: [`${language}/${product}/call`, `${language}/${product}/deep`] },
                ],
              },
            ],
          },
        ],
      })),
    })),
  },
};

test('every documented ID and class whose part exists in our pages is in a site’s pages or scripts', async () => {
  const files: Record<string, string> = {
    'docs.json': JSON.stringify(config),
    'openapi.json': JSON.stringify(spec),
    'index.mdx': 'x',
    'other.mdx': 'x',
  };
  for (const folder of ['en/One', 'en/Two', 'de/One', 'de/Two']) {
    files[`${folder}/index.mdx`] = folder === 'en/One' ? everything : 'Text.';
    files[`${folder}/root.mdx`] = 'Root.';
    files[`${folder}/page.mdx`] = updates;
    files[`${folder}/deep.mdx`] = '## One\n\nText.';
    files[`${folder}/call.mdx`] = '---\nopenapi: GET /kites\n---\n';
  }
  const listed = config.navigation.languages[0]?.products[0]?.tabs[1]?.groups?.[0];
  const all = { assistant: true, feedback: true, offlineSearch: true, search: true };
  const { files: built } = await buildFixture(files, { features: { ...defaultBuildSettings.features, ...all } });
  const side = await buildFixture({ ...files, 'docs.json': JSON.stringify({ ...config, theme: 'maple' }) });
  const list = { ...config, styling: {}, navigation: { pages: ['index', { ...listed, directory: 'accordion' }] } };
  const accordion = await buildFixture({ ...files, 'docs.json': JSON.stringify(list) });
  const texts = [built, side.files, accordion.files].flatMap((one) =>
    [...one].flatMap(([path, text]) => (/\.(?:html|js)$/.test(path) ? [text] : [])),
  );
  const text = [...texts, ...clientScripts()].join('\n');
  const words = new Set(text.match(/[a-z][\w-]*/gi));
  const missing = (names: string): string[] =>
    names
      .trim()
      .split(/\s+/)
      .filter((name) => !words.has(name));
  assert.deepEqual({ ids: missing(ids), classes: missing(classes) }, { ids: [], classes: [] });
});

test('IDs are unique on a page with selectors for languages and versions', async () => {
  const languages = ['en', 'fr'].map((language) => ({
    language,
    versions: ['v1', 'v2'].map((version) => ({ version, pages: [`${language}/${version}/page`] })),
  }));
  const { files } = await buildFixture({
    'docs.json': JSON.stringify({ theme: 'mint', name: 'K', colors: { primary: '#123' }, navigation: { languages } }),
    ...Object.fromEntries(
      ['en/v1', 'en/v2', 'fr/v1', 'fr/v2'].map((folder) => [`${folder}/page.mdx`, '## One\n\nText.']),
    ),
  });
  const found = [...(files.get('en/v1/page.html') ?? '').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  assert.ok(found.includes('localization-select-trigger'));
  assert.deepEqual(
    found.filter((id, index) => found.indexOf(id) !== index),
    [],
  );
});

/** Scripts that add elements when a reader opens something. */
function clientScripts(): string[] {
  const here = new URL('./client/', import.meta.url);
  return readdirSync(here).flatMap((name) =>
    name.endsWith('.generated.js') ? [readFileSync(new URL(name, here), 'utf8')] : [],
  );
}
