import type { BaseFiles, ImageEntry, Overlay } from '../ports.ts';
import type { ChangedFile, FileChangeKind } from '../turn.ts';
import { digestOfImage } from '../images/shown-images.ts';
import { decodeText } from './decode-text.ts';
import { countChangedLines, diffLines, splitLines } from '../text/diff-lines.ts';

/** A file that differs from the base, with its text in both; an image's text is empty. */
export interface FileChange {
  readonly path: string;
  readonly change: FileChangeKind;
  readonly before: string;
  readonly after: string;
  /** Only for `moved`: the old path, and the similarity in percent of lines. */
  readonly from?: string;
  readonly similarity?: number;
  /** Only for an image of the job. */
  readonly image?: Omit<ImageEntry, 'kind'>;
}

/**
 * The files that differ from the base, sorted by path. Entries that equal the base, and old paths of moves, are
 * omitted.
 */
export async function listFileChanges(base: BaseFiles, overlay: Overlay): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  const movedAway = new Set<string>();
  for (const [path, entry] of overlay) {
    const bytes = await base.read(path);
    if (entry.kind === 'image') {
      if (bytes === undefined || digestOfImage(bytes) !== entry.digest) changes.push(toImageChange(path, entry, bytes));
      continue;
    }
    const before = bytes === undefined ? undefined : (decodeText(bytes) ?? '');
    if (entry.kind === 'delete') {
      if (before !== undefined) changes.push({ path, change: 'deleted', before, after: '' });
      continue;
    }
    const after = entry.content;
    const move =
      before === undefined ? await findMove(base, overlay, { path, after, from: entry.movedFrom }) : undefined;
    if (move !== undefined && !movedAway.has(move.from)) {
      changes.push(move);
      movedAway.add(move.from);
    } else if (before === undefined) changes.push({ path, change: 'added', before: '', after });
    else if (before !== after) changes.push({ path, change: 'modified', before, after });
  }
  return changes
    .filter((change) => !(change.change === 'deleted' && movedAway.has(change.path)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function toImageChange(
  path: string,
  { kind: _kind, ...image }: ImageEntry,
  before: Uint8Array | undefined,
): FileChange {
  return { path, change: before === undefined ? 'added' : 'modified', before: '', after: '', image };
}

async function findMove(
  base: BaseFiles,
  overlay: Overlay,
  file: { path: string; after: string; from: string | undefined },
): Promise<(FileChange & { from: string }) | undefined> {
  if (file.from === undefined || overlay.get(file.from)?.kind !== 'delete') return undefined;
  const bytes = await base.read(file.from);
  const before = bytes === undefined ? undefined : decodeText(bytes);
  if (before === undefined) return undefined;
  const { added, removed } = countChangedLines(diffLines(before, file.after));
  const lines = Math.max(1, splitLines(before).length, splitLines(file.after).length);
  const similarity = Math.max(0, Math.floor((1 - Math.max(added, removed) / lines) * 100));
  return { path: file.path, change: 'moved', before, after: file.after, from: file.from, similarity };
}

export function toChangedFile(change: FileChange): ChangedFile {
  const { added, removed } = countChangedLines(diffLines(change.before, change.after));
  return {
    path: change.path,
    change: change.change,
    added,
    removed,
    ...(change.from === undefined ? {} : { from: change.from }),
    ...(change.image === undefined ? {} : { image: change.image }),
  };
}
