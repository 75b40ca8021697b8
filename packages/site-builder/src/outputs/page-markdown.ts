export interface MarkdownRequest {
  readonly title: string;
  readonly description: string;
  /** The text that the positions refer to. */
  readonly text: string;
  /** Snippets that stand in the text. */
  readonly inlined: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  /** What follows the text: the operation of an API page. */
  readonly appendix: string;
}

/** A page as Markdown for machines: its title, its description and what its author wrote, snippets filled in, imports left out. */
export function pageMarkdown({ title, description, text, inlined, appendix }: MarkdownRequest): string {
  let body = '';
  let last = 0;
  for (const part of [...inlined].sort((a, b) => a.start - b.start)) {
    if (part.start < last) continue;
    body += text.slice(last, part.start) + part.text;
    last = part.end;
  }
  body += text.slice(last);
  const plain = body
    .replace(/^import\s[^\n]*from\s*['"][^'"]*['"];?[ \t]*$/gm, '')
    .replace(/^\s*\n/, '')
    .trim();
  const head = `# ${title}\n${description === '' ? '' : `\n> ${description.replace(/\n/g, '\n> ')}\n`}`;
  return `${head}\n${plain}${plain === '' ? '' : '\n'}${appendix === '' ? '' : `\n${appendix.trim()}\n`}`;
}
