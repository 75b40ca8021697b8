import { decodeText } from '../overlay/decode-text.ts';
import { isGuidePath } from '../policy/readable-path.ts';
import type { BaseFiles } from '../ports.ts';
import type { Guidance } from '../turn.ts';

const maxFiles = 20;

/**
 * The AGENTS.md files of the docs folder, outermost first, after the caller's own; capped. They are read from the
 * base commit only, so a turn can't write its own instructions.
 */
export async function readGuidance(
  base: BaseFiles,
  initial: readonly Guidance[],
  maxBytes: number,
): Promise<Guidance[]> {
  const files = (await base.list()).filter(({ path }) => /(?:^|\/)AGENTS\.md$/.test(path) && isGuidePath(path));
  files.sort((a, b) => a.path.split('/').length - b.path.split('/').length || (a.path < b.path ? -1 : 1));
  const guidance: Guidance[] = [...initial];
  for (const { path } of files.slice(0, maxFiles)) {
    const bytes = await base.read(path);
    const text = bytes === undefined ? undefined : decodeText(bytes);
    if (text !== undefined && text.trim() !== '') guidance.push({ source: path, text });
  }
  let left = maxBytes;
  return guidance.flatMap(({ source, text }) => {
    const taken = text.slice(0, left);
    left -= taken.length;
    return taken === '' ? [] : [{ source, text: taken }];
  });
}
