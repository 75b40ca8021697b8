import { createTwoFilesPatch } from 'diff';
import type { BaseFiles, Overlay } from '../ports.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The overlay against its base in git's unified form, files sorted by path. Empty when nothing differs. */
export async function unifiedDiff(base: BaseFiles, overlay: Overlay): Promise<string> {
  const parts: string[] = [];
  for (const [path, entry] of [...overlay].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const bytes = await base.read(path);
    const before = bytes === undefined ? '' : decoder.decode(bytes);
    const after = entry.kind === 'write' ? entry.content : '';
    if (before === after) continue;
    parts.push(createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after));
  }
  return parts.join('');
}
