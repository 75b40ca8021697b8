import type { BaseFiles, Overlay } from '../ports.ts';
import { diffLines } from '../text/diff-lines.ts';
import { formatHunks } from '../text/format-hunks.ts';
import { listFileChanges } from './list-file-changes.ts';
import type { FileChange } from './list-file-changes.ts';

/**
 * The overlay's diff against its base as written by git (`git diff -M`), files sorted by path; empty if nothing
 * differs. `git apply` accepts it unless it names an image, whose bytes it doesn't contain.
 */
export async function unifiedDiff(base: BaseFiles, overlay: Overlay): Promise<string> {
  return (await listFileChanges(base, overlay)).map(formatFileDiff).join('');
}

export function formatFileDiff(change: FileChange): string {
  const oldName = quotePath(`a/${change.from ?? change.path}`);
  const newName = quotePath(`b/${change.path}`);
  const header = [`diff --git ${oldName} ${newName}`];
  if (change.change === 'added') header.push('new file mode 100644');
  if (change.change === 'deleted') header.push('deleted file mode 100644');
  if (change.from !== undefined) {
    header.push(`similarity index ${change.similarity}%`);
    header.push(`rename from ${quotePath(change.from)}`, `rename to ${quotePath(change.path)}`);
  }
  if (change.image !== undefined) {
    const before = change.change === 'added' ? '/dev/null' : oldName;
    return `${header.join('\n')}\nBinary files ${before} and ${newName} differ\n`;
  }
  const hunks = formatHunks(diffLines(change.before, change.after));
  if (hunks === '') return `${header.join('\n')}\n`;
  header.push(change.change === 'added' ? '--- /dev/null' : `--- ${endName(oldName)}`);
  header.push(change.change === 'deleted' ? '+++ /dev/null' : `+++ ${endName(newName)}`);
  return `${header.join('\n')}\n${hunks}`;
}

/** Adds a tab after a name with a space, so that `patch` doesn't read the rest of the line as a date. */
function endName(name: string): string {
  return name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name;
}

/** git's C-style quoting of control characters, quotes and backslashes only (git-config: core.quotePath off). */
function quotePath(path: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters must be quoted
  if (!/[\u0000-\u001f\u007f"\\]/.test(path)) return path;
  // oxlint-disable-next-line no-control-regex -- as above
  const escaped = path.replace(/["\\]/g, String.raw`\$&`).replace(/[\u0000-\u001f\u007f]/g, (character) => {
    return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
  });
  return `"${escaped}"`;
}
