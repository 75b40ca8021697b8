import { fencedCode } from '../text/fenced-code.ts';

/**
 * A fence with its code, a span of code, or a link target: in Markdown, in a definition, in an attribute. Matching a
 * fence or span skips it, so that links in code stay.
 */
const codeOrLink = new RegExp(
  `${fencedCode}|(?<!\`)(?:\`[^\`\\n]+\`|\`\`[^\\n]*?\`\`)(?!\`)|(?<before>\\]\\([ \\t]*<?|^[ \\t]*\\[[^\\]\\n]+\\]:[ \\t]+<?|\\s(?:href|src|img)=["'])(?<target>[^\\s"'<>()]+)`,
  'gm',
);

/**
 * Markdown whose links don't depend on the page's address: programs pass a page on without it.
 *
 * @param resolve returns the new target, or `undefined` if the link stays unchanged
 */
export function writeWholeLinks(markdown: string, resolve: (written: string) => string | undefined): string {
  return markdown.replace(codeOrLink, (whole, ...found: unknown[]) => {
    const { before, target } = found.at(-1) as { readonly before?: string; readonly target?: string };
    if (before === undefined || target === undefined || /^(?:#|\/\/|[a-z][a-z\d+.-]*:)/i.test(target)) return whole;
    const address = resolve(target);
    return address === undefined ? whole : before + address;
  });
}
