import { findLinks, maskCode } from '../links/find-links.ts';
import type { GateIssue, JsonValue } from '../ports.ts';
import type { TextEdit } from '../text/edit-text.ts';
import type { CorrectedLink } from './corrected-link.ts';

interface LinkFix {
  readonly edit: TextEdit;
  readonly reason: CorrectedLink;
}

/**
 * Anchors that the gate finds broken: corrected if it names the one heading that begins like the anchor, otherwise
 * listed as open, as are redirects without a target.
 */
export function findAnchorFixes(
  files: readonly (readonly [string, string])[],
  issues: readonly GateIssue[],
): { readonly fixes: readonly LinkFix[]; readonly open: readonly JsonValue[] } {
  const texts = new Map(files);
  const fixes: LinkFix[] = [];
  const open: JsonValue[] = [];
  const taken = new Set<string>();
  for (const { path, line, code, message, fix } of issues) {
    if (code === 'redirect-target' || code === 'redirect-cycle') {
      open.push({
        path,
        ...(line === undefined ? {} : { line }),
        target: /destination "([^"]+)"/.exec(message)?.[1] ?? '',
        note: message,
      });
      continue;
    }
    const text = code === 'broken-anchor' ? texts.get(path) : undefined;
    const target = /^The link "([^"]+)"/.exec(message)?.[1];
    if (text === undefined || target === undefined) continue;
    const id = /"#([^"]+)"/.exec(fix ?? '')?.[1];
    const place = findPlace(path, text, { target, line, taken });
    if (id === undefined || place === undefined) {
      open.push({ path, ...(line === undefined ? {} : { line }), target, note: 'its page has no such anchor' });
      continue;
    }
    const written = target.replace(/#[^#]*$/, () => `#${id}`);
    fixes.push({
      edit: { start: place.start, end: place.end, text: written },
      reason: { path, line: place.line, from: target, to: written, reason: 'the only heading with this beginning' },
    });
  }
  return { fixes, open };
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

function findPlace(
  path: string,
  text: string,
  { target, line, taken }: { readonly target: string; readonly line: number | undefined; readonly taken: Set<string> },
): Place | undefined {
  for (const link of findLinks(path, text)) {
    const own = text.slice(0, link.start).split('\n').length;
    const key = `${path}\n${link.start}`;
    if (link.target !== target || taken.has(key) || (line !== undefined && Math.abs(own - line) > maxLinesApart))
      continue;
    taken.add(key);
    return { start: link.start, end: link.end, line: own };
  }
  return undefined;
}

/** A finding has the line of its block, whose link may be in a later one. */
const maxLinesApart = 40;

/** `[a]((/b))`: Markdown reads the inner parentheses as a part of the address. */
export function findDoubledParentheses(files: readonly (readonly [string, string])[]): LinkFix[] {
  return files.flatMap(([path, text]) =>
    !text.includes(']((')
      ? []
      : [...maskCode(text).matchAll(/(?<=\]\()\((?<target>[^\s()]+)\)(?=\))/g)].map((match) => {
          const target = match.groups?.['target'] ?? '';
          const line = text.slice(0, match.index).split('\n').length;
          return {
            edit: { start: match.index, end: match.index + match[0].length, text: target },
            reason: { path, line, from: match[0], to: target, reason: 'doubled parentheses' },
          };
        }),
  );
}
