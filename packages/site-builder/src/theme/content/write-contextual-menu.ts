import type { ContextualOption } from '../../site/index.ts';
import type { Html } from '../../markup/html.ts';
import type { RenderedPage } from '../../page/index.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import type { ThemeSite } from '../theme-site.ts';
import { fillWord } from '../../markup/fill-word.ts';
import type { MenuWords } from '../../text/menu-words.ts';
import type { UiText } from '../../text/ui-text.ts';

interface MenuEntry {
  readonly icon: Html;
  readonly title: string;
  readonly note: string;
  /** `href="…"` of a link, or `data-…` of a button. */
  readonly attributes: string;
  readonly isLink: boolean;
}

interface Assistant {
  readonly title: string;
  readonly icon: string;
  /** The question is appended to this address. */
  readonly address: string;
}

const ASSISTANTS: Readonly<Record<string, Assistant>> = {
  chatgpt: { title: 'ChatGPT', icon: 'openai', address: 'https://chatgpt.com/?hints=search&q=' },
  claude: { title: 'Claude', icon: 'claude', address: 'https://claude.ai/new?q=' },
  perplexity: { title: 'Perplexity', icon: 'asterisk', address: 'https://www.perplexity.ai/search?q=' },
  grok: { title: 'Grok', icon: 'x-twitter', address: 'https://grok.com/?q=' },
  aistudio: {
    title: 'Google AI Studio',
    icon: 'google',
    address: 'https://aistudio.google.com/prompts/new_chat?prompt=',
  },
  devin: { title: 'Devin', icon: 'robot', address: 'https://app.devin.ai/?prompt=' },
  windsurf: { title: 'Windsurf', icon: 'wind', address: 'windsurf://cascade/prompt?text=' },
};

const MCP_CLIENTS: Readonly<Record<string, string>> = { cursor: 'Cursor', vscode: 'VS Code', 'devin-mcp': 'Devin' };

/** Writes the menu of actions for a page, as configured by the site; `''` if no action is available. */
export function writeContextualMenu(site: ThemeSite, page: RenderedPage, text: UiText): Html {
  const entries = site.config.contextual.options.flatMap((option) => toEntry(site, page, option, text));
  if (entries.length === 0) return '';
  // Copying is the button's main action, regardless of its position in the site's list.
  const first = entries.find((entry) => entry.attributes.startsWith('data-copy-page')) ?? entries[0];
  const lead =
    first === undefined
      ? ''
      : `<${tagOf(first)} class="context-lead">${first.icon}<span>${escapeText(first.title)}</span></${first.isLink ? 'a' : 'button'}>`;
  if (entries.length === 1) return `<div class="context" id="page-context-menu">${lead}</div>`;
  const items = entries.map(
    (entry) =>
      `<li><${tagOf(entry)} class="menu-item">${entry.icon}<span class="menu-text">${escapeText(entry.title)}<span class="menu-note">${escapeText(entry.note)}</span></span></${entry.isLink ? 'a' : 'button'}></li>`,
  );
  return `<div class="context" id="page-context-menu">${lead}<details class="menu context-menu"><summary id="page-context-menu-button" aria-label="${escapeAttribute(text.menu)}: ${escapeAttribute(text.copyPage)}"></summary><ul class="menu-list" role="list">${items.join('')}</ul></details></div>`;
}

function tagOf(entry: MenuEntry): string {
  return entry.isLink ? `a ${entry.attributes}` : `button type="button" ${entry.attributes}`;
}

function toEntry(site: ThemeSite, page: RenderedPage, option: ContextualOption, text: UiText): readonly MenuEntry[] {
  if (option.kind === 'custom') {
    // Its link would point to a nonexistent server.
    const needsMcp = option.href.includes('$mcp') && site.addOns.mcpUrl === undefined;
    return needsMcp ? [] : [customEntry(site, page, option)];
  }
  const markdown = `${site.basePath}/${page.path}.md`;
  const button = (icon: string, title: string, note: string, attributes: string): MenuEntry[] => [
    { icon: site.icon({ name: icon, library: 'lucide' }), title, note, attributes, isLink: false },
  ];
  switch (option.name) {
    case 'copy':
      return button('copy', text.copyPage, text.menus.copyNote, `data-copy-page="${escapeAttribute(markdown)}"`);
    case 'view':
      return [
        {
          icon: site.icon({ name: 'file-text', library: 'lucide' }),
          title: text.menus.viewMarkdown,
          note: text.menus.viewNote,
          attributes: `href="${escapeAttribute(markdown)}"`,
          isLink: true,
        },
      ];
    case 'download-pdf':
      return button('printer', text.menus.savePdf, text.menus.savePdfNote, 'data-print');
    case 'assistant':
      // A button that can't work is left out.
      return site.addOns.assistantScript === undefined
        ? []
        : button('message-circle', text.ask, text.menus.askNote, 'data-assistant');
    default:
      return assistantEntry(site, page, option.name, text.menus) ?? mcpEntry(site, option.name, text.menus);
  }
}

function assistantEntry(
  site: ThemeSite,
  page: RenderedPage,
  name: string,
  words: MenuWords,
): readonly MenuEntry[] | undefined {
  const assistant = Object.hasOwn(ASSISTANTS, name) ? ASSISTANTS[name] : undefined;
  if (assistant === undefined) return undefined;
  if (!site.features.aiLinks) return [];
  // Without a configured address, only the browser knows the page's URL, so the script completes the question.
  const question =
    site.siteUrl === ''
      ? ''
      : encodeURIComponent(
          `Read ${site.siteUrl}${site.basePath}/${encodeURI(page.path)}.md and help me with questions about it.`,
        );
  const pending = site.siteUrl === '' ? ` data-ask="${escapeAttribute(`${page.path}.md`)}"` : '';
  return [
    {
      icon: site.icon({ name: assistant.icon, library: 'fontawesome' }),
      title: fillWord(words.openIn, { name: assistant.title }),
      note: words.openInNote,
      attributes: `href="${escapeAttribute(assistant.address + question)}" target="_blank" rel="noreferrer"${pending}`,
      isLink: true,
    },
  ];
}

/** Returns the option that installs the site's MCP server or copies its address, but only if a host serves one. */
function mcpEntry(site: ThemeSite, name: string, words: MenuWords): readonly MenuEntry[] {
  const url = site.addOns.mcpUrl;
  if (url === undefined) return [];
  const icon = site.icon({ name: 'plug', library: 'lucide' });
  if (name === 'mcp')
    return [
      {
        icon,
        title: words.copyMcp,
        note: words.copyMcpNote,
        attributes: `data-copy="${escapeAttribute(url)}"`,
        isLink: false,
      },
    ];
  if (name === 'add-mcp')
    return [
      {
        icon,
        title: words.copyMcpCommand,
        note: 'npx add-mcp',
        attributes: `data-copy="${escapeAttribute(`npx add-mcp ${url}`)}"`,
        isLink: false,
      },
    ];
  const client = Object.hasOwn(MCP_CLIENTS, name) ? MCP_CLIENTS[name] : undefined;
  if (client === undefined) return [];
  const server = site.config.name;
  const href =
    name === 'vscode'
      ? `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: server, type: 'http', url }))}`
      : `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(server)}&config=${encodeURIComponent(Buffer.from(JSON.stringify({ url })).toString('base64'))}`;
  return [
    {
      icon,
      title: fillWord(words.connectTo, { name: client }),
      note: fillWord(words.connectToNote, { name: client }),
      attributes: `href="${escapeAttribute(href)}"`,
      isLink: true,
    },
  ];
}

function customEntry(
  site: ThemeSite,
  page: RenderedPage,
  option: Extract<ContextualOption, { kind: 'custom' }>,
): MenuEntry {
  const href = option.href
    .replaceAll('$page', () => encodeURIComponent(page.markdown.slice(0, 4_000)))
    .replaceAll('$path', () => encodeURIComponent(page.path))
    .replaceAll('$mcp', () => encodeURIComponent(site.addOns.mcpUrl ?? ''));
  return {
    icon: option.icon === undefined ? '' : site.icon(option.icon),
    title: option.title,
    note: option.description,
    attributes: `href="${escapeAttribute(site.href(href))}" target="_blank" rel="noreferrer"`,
    isLink: true,
  };
}
