/** A part of a Markdown line. */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string; readonly isStrong?: true };

const code = /`[^`\n]+`/;
const link = /\[[^\]\n]{1,500}\]\([^\s()]{1,2000}\)/;
const strong = /\*\*[^*\n]+\*\*/;
/** An asterisk next to a space or inside a word is a multiplication sign or a glob. */
const emphasis = /(?<![\w*])\*[^\s*`][^*\n`]{0,500}(?<!\s)\*(?![\w*])/;
const bold = new RegExp(String.raw`\*\*${link.source}\*\*|${strong.source}`);
const marks = new RegExp(`(${[code, bold, link, emphasis].map(({ source }) => source).join('|')})`);
const wholeLink = /^(\*\*)?\[([^\]]+)\]\(([^\s()]+)\)(?:\*\*)?$/;

/** Splits a line into code, bold and emphasized text, and links, which can be bold. Other content is plain text. */
export function splitInline(text: string): readonly Inline[] {
  return text
    .split(marks)
    .filter((part) => part !== '')
    .map((part, index, parts): Inline => {
      if (/^`[^`]+`$/.test(part)) return { kind: 'code', text: part.slice(1, -1) };
      const [, stars, label, href] = wholeLink.exec(part) ?? [];
      const isPicture = parts[index - 1]?.endsWith('!') ?? false;
      if (label !== undefined && href !== undefined && !isPicture)
        return { kind: 'link', text: label, href, ...(stars !== undefined && { isStrong: true }) };
      if (/^\*\*[^*]+\*\*$/.test(part)) return { kind: 'strong', text: part.slice(2, -2) };
      if (/^\*[^*]+\*$/.test(part)) return { kind: 'emphasis', text: part.slice(1, -1) };
      return { kind: 'text', text: part };
    });
}

/** Returns the address of a link, or `undefined` if it isn't a web address. @param base base of relative addresses */
export function toWebAddress(href: string, base: string): string | undefined {
  const url = URL.parse(href, base);
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}
