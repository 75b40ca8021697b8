/** ```` ``` { .py title="a" linenums="1" hl_lines="1 3-4" } ```` → ```` ```py title="a" lines {1,3-4} ```` */
export function convertMkdocsFence(text: string): string {
  const match = /^([\s>]*(?:[-*+]\s+|\d+[.)]\s+)?)(`{3,}|~{3,})\s*(.*)$/.exec(text);
  if (match === null) return text;
  const [, before = '', marker = '', info = ''] = match;
  const options = (/^\{(.*)\}$/.exec(info)?.[1]?.trim() ?? info).replaceAll(/[{}]/g, ' ');
  const language = /^\.?([\w+#-]+)(?=\s|$)/.exec(options)?.[1] ?? '';
  const rest = language === '' ? options : options.slice(options.indexOf(language) + language.length);
  const option = (name: string): string | undefined => new RegExp(`\\b${name}="([^"]*)"`).exec(rest)?.[1];
  const title = option('title');
  const marked = option('hl_lines')?.trim().split(/\s+/).join(',');
  const parts = [
    language.replace(/^(?:no-highlight|none|pycon3)$/, 'text'),
    title === undefined ? '' : `title="${title}"`,
    option('linenums') === undefined ? '' : 'lines',
    marked === undefined || marked === '' ? '' : `{${marked}}`,
  ];
  return before + marker + parts.filter((part) => part !== '').join(' ');
}
