/** A part of a line in Markdown. */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

const marks = /(`[^`\n]+`|\*\*[^*\n]+\*\*|\[[^\]\n]{1,500}\]\([^\s()]{1,2000}\))/;

/** Code, bold text and links; everything else is text. */
export function splitInline(text: string): readonly Inline[] {
  return text
    .split(marks)
    .filter((part) => part !== '')
    .map((part, index, parts): Inline => {
      if (/^`[^`]+`$/.test(part)) return { kind: 'code', text: part.slice(1, -1) };
      if (/^\*\*[^*]+\*\*$/.test(part)) return { kind: 'strong', text: part.slice(2, -2) };
      const [, label, href] = /^\[([^\]]+)\]\(([^\s()]+)\)$/.exec(part) ?? [];
      const isPicture = parts[index - 1]?.endsWith('!') ?? false;
      if (label === undefined || href === undefined || isPicture) return { kind: 'text', text: part };
      return { kind: 'link', text: label, href };
    });
}

/** Address of a link, or `undefined` if it isn't a web address. @param base base of relative addresses */
export function toWebAddress(href: string, base: string): string | undefined {
  const url = URL.parse(href, base);
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}
