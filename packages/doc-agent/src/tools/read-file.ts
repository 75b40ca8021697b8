import { Type } from 'typebox';
import { splitLines } from '../text/diff-lines.ts';
import { requireFile } from './locate-file.ts';
import { defineTool } from './tool.ts';

export const readFileTool = defineTool({
  name: 'read',
  description:
    'Reads a text file: at most 400 lines or 32 KB a call, from line `from` (1 is the first). A page may be named without its extension. A file must be read before it is edited. `numbers` puts the line number and a tab before each line.',
  input: Type.Object({
    path: Type.String({ maxLength: 500 }),
    from: Type.Optional(Type.Integer({ minimum: 1 })),
    lines: Type.Optional(Type.Integer({ minimum: 1 })),
    numbers: Type.Optional(Type.Boolean()),
  }),
  async run({ path: written, from, lines, numbers }, { workspace }) {
    const path = await requireFile(workspace, written);
    const text = await workspace.requireText(path);
    const all = splitLines(text);
    const { readLines, readBytes } = workspace.policy.limits;
    const start = (from ?? 1) - 1;
    const content = takeLines(all.slice(start, start + Math.min(lines ?? readLines, readLines)), readBytes);
    workspace.markSeen(path, text);
    return {
      path,
      from: start + 1,
      to: start + content.count,
      totalLines: all.length,
      content: numbers === true ? numberLines(content.text, start + 1) : content.text,
      ...(content.cut ? { note: `a line is longer than ${readBytes} bytes and was cut` } : {}),
    };
  },
});

export function numberLines(text: string, first: number): string {
  return splitLines(text)
    .map((line, index) => `${first + index}\t${line}`)
    .join('');
}

/** Returns as many lines as fit, or the beginning of the first line if it is too long. */
export function takeLines(lines: readonly string[], maxBytes: number): { text: string; count: number; cut: boolean } {
  let text = '';
  let bytes = 0;
  let count = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line);
    if (bytes > maxBytes) break;
    text += line;
    count++;
  }
  const first = lines[0];
  if (count > 0 || first === undefined) return { text, count, cut: false };
  // The first line alone exceeds the limit.
  return {
    text: Buffer.from(first)
      .subarray(0, maxBytes)
      .toString('utf8')
      .replace(/\uFFFD$/, ''),
    count: 1,
    cut: true,
  };
}
