import { fencedCode } from '../text/fenced-code.ts';

/**
 * A fence with its code, a span of code, or what a link leads to: in Markdown, in a definition, in an attribute. Whoever reads on
 * from a fence or span is behind it, so that links in code stay.
 */
const codeOrLink = new RegExp(
  `${fencedCode}|(?<!\`)(?:\`[^\`\\n]+\`|\`\`[^\\n]*?\`\`)(?!\`)|(?<before>\\]\\([ \\t]*<?|^[ \\t]*\\[[^\\]\\n]+\\]:[ \\t]+<?|\\s(?:href|src|img)=["'])(?<target>[^\\s"'<>()]+)`,
  'gm',
);

/**
 * Markdown whose links need no page to start from: programs pass a page on without its address.
 *
 * @param resolve what a link is to be; undefined where it stays as it is
 */
export function writeWholeLinks(markdown: string, resolve: (written: string) => string | undefined): string {
  return markdown.replace(codeOrLink, (whole, ...found: unknown[]) => {
    const { before, target } = found.at(-1) as { readonly before?: string; readonly target?: string };
    if (before === undefined || target === undefined || /^(?:#|\/\/|[a-z][a-z\d+.-]*:)/i.test(target)) return whole;
    const address = resolve(target);
    return address === undefined ? whole : before + address;
  });
}
