import { forgetStored, listStored, readStored, writeStored } from '../browser/stored-text.ts';
import type { SavedText } from './create-autosave.ts';
import type { DraftIds, FileIds } from './queries.ts';

/** Text that isn't saved in the draft yet, stored so that it survives a crash, a closed tab and a browser restart. */
const prefix = 'docwright.editor.';
// Branch names contain no spaces.
const prefixOf = ({ projectId, branch }: DraftIds): string => `${prefix}${projectId} ${branch} `;
const keyOf = (ids: FileIds): string => prefixOf(ids) + ids.path;

/** The files of a draft whose text is stored in the browser. */
export const listKept = (ids: DraftIds): readonly string[] =>
  listStored(prefixOf(ids))
    .map((key) => key.slice(prefixOf(ids).length))
    .toSorted();

export function readKept(ids: FileIds): SavedText | undefined {
  try {
    const kept: unknown = JSON.parse(readStored(keyOf(ids)) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('content' in kept) || !('version' in kept)) return undefined;
    const { content, version } = kept;
    const isText = typeof content === 'string' && (typeof version === 'string' || version === null);
    return isText ? { content, version } : undefined;
  } catch {
    return undefined;
  }
}

export const writeKept = (ids: FileIds, kept: SavedText | undefined): void =>
  writeStored(keyOf(ids), kept && JSON.stringify(kept));

/** Called at sign-out, because other people may use the browser. */
export const forgetKept = (): void => forgetStored(prefix, 'localStorage');
