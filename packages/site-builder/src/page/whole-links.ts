import { fencedCode } from '../text/fenced-code.ts';

/**
 * A code fence, a code span, or a link target (in Markdown, in a definition, in an attribute). Matching a fence or span
 * skips it, so that links in code are unchanged.
 */
const codeOrLink = new RegExp(
  `${fencedCode}|(?<!\`)(?:\`[^\`\\n]+\`|\`\`[^\\n]*?\`\`)(?!\`)|(?<before>\\]\\([ \\t]*<?|^[ \\t]*\\[[^\\]\\n]+\\]:[ \\t]+<?|\\s(?:href|src|img)=["'])(?<target>[^\\s"'<>()]+)`,
  'gm',
);

/**
 * Makes links in Markdown independent of the page's address, which programs drop when they pass the text on.
 *
 * @param resolve returns the new target, or `undefined` if the link is unchanged
 */
export function writeWholeLinks(markdown: string, resolve: (written: string) => string | undefined): string {
  return markdown.replace(codeOrLink, (whole, ...found: unknown[]) => {
    const { before, target } = found.at(-1) as { readonly before?: string; readonly target?: string };
    if (before === undefined || target === undefined || /^(?:#|\/\/|[a-z][a-z\d+.-]*:)/i.test(target)) return whole;
    const address = resolve(target);
    return address === undefined ? whole : before + address;
  });
}
