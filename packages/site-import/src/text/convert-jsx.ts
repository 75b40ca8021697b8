import { readTag, convertTags } from './convert-tags.ts';
import { repairPage } from '@docwright/site-builder';
import { applyEdits, sourceLineAt, type Edit, type TrackedText } from './source-lines.ts';
import { spanOf, type MdxReading } from './to-mdx.ts';
import { parseMdx, walk } from './tree.ts';

/** Converts the tags of text that is already MDX: renames them, changes addresses, and removes unknown components. */
export function convertJsx(source: TrackedText, reading: MdxReading): TrackedText {
  // Text that isn't valid MDX was plain text on the old site, too; the repair doesn't change the number of lines.
  const text = parseMdx(source.text) === undefined ? repairPage(source.text).text : source.text;
  const tree = parseMdx(text);
  if (tree === undefined) return source;
  const tracked = { text, lineOf: source.lineOf };
  const own = new Set(
    [...text.matchAll(/^(?:export\s+)?(?:const|function|let)\s+([A-Z]\w*)/gm)].map(([, name]) => name),
  );
  for (const [, names = ''] of text.matchAll(/^import\s([^'"]{1,1000}?)\sfrom\s+['"]\/snippets\//gm))
    for (const [name] of names.matchAll(/[A-Z]\w*/g)) own.add(name);
  const edits = [...walk(tree)].flatMap((node): Edit[] => {
    if (!node.type.startsWith('mdxJsx') || node.name === undefined || node.name === null) return [];
    const { start, end } = spanOf(node);
    const tag = readTag(text.slice(start, end));
    if (tag === undefined) return [];
    const lose = (message: string): void => reading.lose(sourceLineAt(tracked, start), message);
    const inner = { ...reading, lose, isKnown: (name: string) => own.has(name) || reading.isKnown(name) };
    const opening = { start, end: start + tag.length, text: convertTags(text.slice(start, start + tag.length), inner) };
    const closeAt = text.lastIndexOf('</', end - 1);
    if (tag.isClosed || closeAt < start + tag.length || !text.startsWith(`</${tag.name}`, closeAt)) return [opening];
    return [opening, { start: closeAt, end, text: convertTags(text.slice(closeAt, end), inner) }];
  });
  return applyEdits(tracked, edits);
}
