/** The text nodes, IDs and addresses of a built page, read without a browser. */
export interface ReadPage {
  /** Text nodes of the content, except in code, formulas, scripts and drawings, with entities decoded. */
  readonly texts: readonly string[];
  readonly ids: readonly string[];
  readonly links: readonly string[];
  readonly images: readonly string[];
  /** Titles of code blocks. */
  readonly codeTitles: readonly string[];
  /** Addresses in the sidebar, in order. */
  readonly sidebar: readonly string[];
}

const opaque =
  /<(pre|code|script|style|svg|kbd|samp|template|textarea|dw-mermaid|select|math)\b[^>]*>[^]*?<\/\1>|<span class="katex[^]*?<\/semantics><\/math><\/span>(?:<span class="katex-html"[^]*?)?/g;

export function readPage(html: string): ReadPage {
  const sidebar = /<nav class="side-nav"[^>]*>([^]*?)<\/nav>/.exec(html)?.[1] ?? '';
  const main = /<main\b[^]*<\/main>/.exec(html)?.[0] ?? html;
  const content = main.replace(opaque, ' ');
  return {
    texts: content
      .replace(/<!--[^]*?-->/g, '')
      .split(/<[^>]*>/)
      .map(decode)
      .filter((text) => text.trim() !== ''),
    ids: [...html.replace(/<(script|template)\b[^]*?<\/\1>/g, '').matchAll(/\sid="([^"]*)"/g)].map(
      ([, id]) => id ?? '',
    ),
    links: attributes(html, 'a', 'href'),
    images: [
      ...attributes(html, 'img', 'src'),
      ...attributes(html, 'video', 'src'),
      ...attributes(html, 'source', 'src'),
    ],
    codeTitles: [...html.matchAll(/class="code-title"[^>]*>([^<]*)</g)].map(([, title]) => decode(title ?? '')),
    sidebar: attributes(sidebar, 'a', 'href'),
  };
}

function attributes(html: string, element: string, name: string): string[] {
  const pattern = new RegExp(`<${element}\\s[^>]*?\\b${name}="([^"]*)"`, 'g');
  return [...html.matchAll(pattern)].map(([, value]) => decode(value ?? ''));
}

function decode(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;|&#x27;/g, "'")
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&');
}
