/** A small site for tests of the theme. Builds don't use it. */
import type { SiteConfig, ThemeName } from '../../site/config/site-config.ts';
import { createIconSet } from '../../page/icons/index.ts';
import type { NavigationView } from '../../site/navigation/navigation-view.ts';
import type { RenderedPage } from '../../page/rendered-page.ts';
import { escapeText } from '../../markup/escape-html.ts';
import type { ThemeSite } from '../theme-site.ts';

export function fixtureConfig(theme: ThemeName = 'mint', changes: Partial<SiteConfig> = {}): SiteConfig {
  const none = { light: undefined, dark: undefined };
  return {
    file: 'docs.json',
    theme,
    name: 'Tidepool',
    description: 'Docs of a made-up product',
    colors: { primary: '#0f766e', light: '#2dd4bf', dark: '#115e59' },
    logo: { ...none, href: '' },
    favicon: none,
    appearance: { default: 'system', strict: false },
    background: { image: none, decoration: undefined, color: none },
    styling: {
      eyebrows: 'section',
      codeblocks: { appearance: 'system', themes: undefined, customLanguages: [] },
      latex: undefined,
    },
    fonts: { heading: undefined, body: undefined },
    icons: { library: 'fontawesome' },
    navbar: {
      links: [{ label: 'Support', href: 'mailto:help@example.com', icon: undefined, type: 'link' }],
      primary: { label: 'Dashboard', href: 'https://example.com/app', icon: undefined, type: 'button' },
    },
    footer: {
      socials: [
        { platform: 'github', href: 'https://github.com/example' },
        { platform: 'x', href: 'https://x.com/example' },
      ],
      columns: [
        { header: 'Product', items: [{ label: 'Pricing', href: 'https://example.com/pricing', icon: undefined }] },
      ],
    },
    banner: { content: 'Version 2 is out', dismissible: true, type: 'info', color: none },
    interaction: { drilldown: undefined },
    metadata: { timestamp: false },
    contextual: {
      options: ['copy', 'view', 'chatgpt', 'claude'].map((name) => ({ kind: 'named', name })),
      display: 'header',
    },
    api: {
      openapi: [],
      asyncapi: [],
      params: { expanded: 'closed', post: [] },
      playground: { display: 'interactive', proxy: true, credentials: false },
      examples: { defaults: 'all', languages: [], prefill: false, autogenerate: true },
      fullUrl: false,
      mdx: { auth: { method: undefined, name: '' }, servers: [] },
    },
    seo: { metatags: new Map(), indexing: 'navigable', paths: [], organization: undefined, trailingSlash: false },
    security: { allowedOrigins: [] },
    personalization: { infoUrl: undefined },
    search: { prompt: '', synonyms: [], pinned: [] },
    notFound: { redirect: false, title: '', description: '' },
    redirects: [],
    feedback: { suggestEdit: false, raiseIssue: false },
    thumbnails: { appearance: undefined, background: undefined, fontFamily: undefined },
    variables: new Map(),
    markdown: { schema: true, instructions: [] },
    integrations: new Map(),
    variations: [],
    protection: undefined,
    navigation: {},
    ...changes,
  };
}

export function fixtureSite(config: SiteConfig, changes: Partial<ThemeSite> = {}): ThemeSite {
  const icons = createIconSet({ library: config.icons.library, readSiteFile: () => undefined });
  return {
    config,
    basePath: '',
    siteUrl: 'https://docs.example.com',
    repository: undefined,
    editorUrl: undefined,
    features: {
      offlineSearch: true,
      search: true,
      assistant: false,
      analytics: true,
      feedback: false,
      playground: true,
      socialImages: false,
      aiLinks: true,
    },
    countsReaders: false,
    hasReaders: false,
    offersSignIn: false,
    icon: (spec) => icons.svg(spec, (path) => path) ?? '',
    asset: (path) => path,
    imageSize: () => undefined,
    apiStyles: '',
    href: (target) => (/^(?:https?:|mailto:)/.test(target) ? target : `/${target === '' ? 'index' : target}.html`),
    inlineMarkdown: escapeText,
    blockMarkdown: (text) => `<p>${escapeText(text)}</p>`,
    stylesheets: { early: [], late: [], layers: [] },
    scripts: [],
    utilities: '',
    highlightStyles: '',
    socialImage: () => undefined,
    hasRestrictedContent: false,
    readers: undefined,
    restrictedStyles: () => undefined,
    addOns: {
      searchScript: '_docwright/search/search.js',
      nearestScript: undefined,
      searchEndpoint: undefined,
      mathStylesheet: undefined,
      mathFonts: () => '',
      mermaidScript: undefined,
      playgroundScript: undefined,
      restrictedPlaygroundScript: undefined,
      islandsScript: undefined,
      assistantScript: undefined,
      mcpUrl: undefined,
    },
    ...changes,
  };
}

export function fixturePage(changes: Partial<RenderedPage> = {}): RenderedPage {
  return {
    path: 'start/install',
    sourcePath: 'start/install.mdx',
    title: 'Install',
    frontmatter: {},
    description: 'Get it running in two minutes.',
    descriptionHtml: escapeText(changes.description ?? 'Get it running in two minutes.'),
    mode: 'default',
    content: '<h2 id="one">One</h2><p>Text</p>',
    sidePanel: '',
    headings: [{ id: 'one', text: 'One', depth: 2 }],
    sections: [],
    markdown: '# Install',
    needs: new Set(),
    noindex: false,
    ...changes,
  };
}

export function fixtureView(changes: Partial<NavigationView> = {}): NavigationView {
  const page = (path: string, label: string): NavigationView['sidebar'][number] => ({
    kind: 'page',
    path,
    label,
    deprecated: false,
  });
  const divisions: NavigationView['divisions'] = [
    {
      kind: 'version',
      options: [
        { label: 'v2', target: 'index', current: true, hidden: false, tag: 'Latest' },
        { label: 'v1', target: 'v1/index', current: false, hidden: false },
      ],
    },
    {
      kind: 'tab',
      options: [
        { label: 'Guides', target: 'index', current: true, hidden: false },
        { label: 'API reference', target: 'api/list', current: false, hidden: false },
      ],
    },
  ];
  return {
    divisions,
    commonDivisions: divisions,
    anchors: [{ label: 'Community', target: 'https://example.com/community', icon: { name: 'comments' } }],
    sidebar: [
      {
        kind: 'group',
        label: 'Start',
        expanded: true,
        entries: [
          page('index', 'Overview'),
          page('start/install', 'Install'),
          {
            kind: 'group',
            label: 'Platforms',
            expanded: false,
            entries: [page('start/linux', 'Linux'), page('start/mac', 'macOS')],
          },
          { kind: 'group', label: 'Cloud', expanded: false, root: 'start/cloud', entries: [page('start/aws', 'AWS')] },
        ],
      },
      {
        kind: 'group',
        label: 'Endpoints',
        expanded: true,
        tag: 'BETA',
        entries: [
          { kind: 'page', path: 'api/list', label: 'List pools', method: 'GET', deprecated: false },
          { kind: 'page', path: 'api/remove', label: 'Remove a pool', method: 'DELETE', deprecated: true },
        ],
      },
    ],
    breadcrumbs: ['Start'],
    previous: { label: 'Overview', target: 'index' },
    next: { label: 'Linux', target: 'start/linux' },
    language: 'en',
    direction: 'ltr',
    sidebarKey: 'guides',
    searchScope: '',
    frame: {},
    alternates: [],
    ...changes,
  };
}
