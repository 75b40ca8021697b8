import { convertTags, type TagReading } from './convert-tags.ts';
import { applyEdits, dedent, sourceLineAt, toLines, type Edit, type TrackedText } from './source-lines.ts';
import { parseMarkdown, walk, type PlacedNode } from './tree.ts';

export interface MdxReading extends Omit<TagReading, 'lose'> {
  lose(line: number, message: string): void;
}

/** Converts Markdown to equivalent MDX: indented code gets fences, HTML becomes JSX, and `{` and `<` are escaped. */
export function toMdx(source: TrackedText, reading: MdxReading): TrackedText {
  const fenced = applyEdits(
    source,
    [...walk(parseMarkdown(source.text))].flatMap((node) => (node.type === 'code' ? fence(source.text, node) : [])),
  );
  const { text } = fenced;
  const edits = [...walk(parseMarkdown(text))].flatMap((node): Edit[] => {
    const { start, end } = spanOf(node);
    if (node.type === 'text') return escape(text, start, end);
    if (node.type === 'html') {
      const at = (): number => sourceLineAt(fenced, start);
      const lose = (message: string): void => reading.lose(at(), message);
      return [{ start, end, text: convertTags(text.slice(start, end), { ...reading, lose }) }];
    }
    if (node.type === 'link' && text[start] === '<') {
      const label = text.slice(start + 1, end - 1);
      return [{ start, end, text: `[${label.replaceAll(/([[\]{<*_])/g, '\\$1')}](${node.url ?? label})` }];
    }
    return [];
  });
  return applyEdits(fenced, edits);
}

export function spanOf({ position }: PlacedNode): { start: number; end: number } {
  return { start: position.start.offset, end: position.end.offset };
}

function fence(text: string, node: PlacedNode): Edit[] {
  const { start, end } = spanOf(node);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const own = text.slice(start, end);
  if (/^[ \t>]*(?:```|~~~)/.test(own)) return [];
  const before = text.slice(lineStart, start);
  // Code on the line of a list marker or in a quotation is handled by the later repair of the page.
  if (before.trim() !== '') return [];
  const content = dedent(toLines(node.value ?? ''), 0).map((line) => line.text);
  const shift = ' '.repeat(Math.max(0, before.length + own.length - own.trimStart().length - 4));
  const marker = '`'.repeat(Math.max(3, ...content.map((line) => (/`{3,}/.exec(line)?.[0].length ?? 0) + 1)));
  const lines = [marker, ...content, marker].map((line) => (line === '' ? '' : shift + line));
  return [{ start: lineStart, end, text: lines.join('\n') }];
}

/** Escapes characters that have a meaning in MDX but are text in Markdown. */
function escape(text: string, start: number, end: number): Edit[] {
  const edits: Edit[] = [];
  for (let at = start; at < end; at++) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '{' || char === '<') edits.push({ start: at, end: at, text: '\\' });
  }
  // MDX treats a paragraph that begins with `import` or `export` as JavaScript.
  const word = /^(?:import|export)\b/.exec(text.slice(start, start + 8))?.[0];
  if (word !== undefined && (start === 0 || text[start - 1] === '\n'))
    edits.unshift({ start, end: start + 1, text: `&#${word.charCodeAt(0)};` });
  return edits;
}
