import { applyEdits, sourceLineAt, type Edit, type TrackedText } from './source-lines.ts';
import { spanOf } from './to-mdx.ts';
import { parseMarkdown, parseMdx, walk, type PlacedNode } from './tree.ts';

export interface LinkReading {
  /** Returns the new address of a link or an image; `undefined` if the target is missing. */
  address(value: string): string | undefined;
  lose(line: number, message: string): void;
}

/**
 * Rewrites links and images to their new addresses. A broken link is replaced with its text, a missing image with its
 * description.
 */
export function rewriteLinks(source: TrackedText, reading: LinkReading): TrackedText {
  const { text } = source;
  const tree = parseMdx(text) ?? parseMarkdown(text);
  const edits = [...walk(tree)].flatMap((node): Edit[] => {
    if (node.url === undefined) return [];
    const target = reading.address(node.url);
    if (target === node.url) return [];
    const { start } = spanOf(node);
    if (target === undefined) {
      const what = node.type === 'image' ? 'picture' : 'link';
      reading.lose(sourceLineAt(source, start), `the ${what} has no target: ${node.url}`);
    }
    if (node.type === 'link') return rewriteLink(text, node, target);
    if (node.type === 'image') return rewriteImage(text, node, target);
    if (node.type === 'definition') return rewriteDefinition(text, node, target ?? '#');
    return [];
  });
  return applyEdits(source, edits);
}

function rewriteLink(text: string, node: PlacedNode, target: string | undefined): Edit[] {
  const { start, end } = spanOf(node);
  if (text[start] !== '[') return [];
  const last = node.children?.at(-1)?.position?.end.offset ?? start + 1;
  const labelEnd = text.indexOf('](', last);
  if (labelEnd === -1 || labelEnd >= end) return [];
  const tail = { start: labelEnd, end };
  if (target === undefined)
    return [
      { start, end: start + 1, text: '' },
      { ...tail, text: '' },
    ];
  return [{ ...tail, text: `](${writeTarget(target)}${titleOf(text.slice(labelEnd, end))})` }];
}

function rewriteImage(text: string, node: PlacedNode, target: string | undefined): Edit[] {
  const { start, end } = spanOf(node);
  const own = text.slice(start, end);
  const labelEnd = own.indexOf('](');
  if (labelEnd === -1) return [];
  if (target === undefined) return [{ start, end, text: own.slice(2, labelEnd) }];
  return [{ start: start + labelEnd, end, text: `](${writeTarget(target)}${titleOf(own.slice(labelEnd))})` }];
}

function rewriteDefinition(text: string, node: PlacedNode, target: string): Edit[] {
  const { start, end } = spanOf(node);
  const label = /^\[(?:[^\]\\]|\\.)*\]:\s*/.exec(text.slice(start, end));
  if (label === null) return [];
  const rest = text.slice(start + label[0].length, end);
  return [{ start: start + label[0].length, end, text: writeTarget(target) + titleOf(rest) }];
}

/** Returns ` "Title"` at the end of a link's tail. */
const titleOf = (tail: string): string => {
  const title = /\s("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\)?$/.exec(tail)?.[1];
  return title === undefined ? '' : ` ${title}`;
};

const writeTarget = (target: string): string =>
  target.replaceAll(
    /[\s()<>]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
