import { forgetStored, listStored, readStored, writeStored } from '../browser/stored-text.ts';
import type { SavedText } from './create-autosave.ts';
import type { DraftIds, FileIds } from './queries.ts';

/** Key prefix of text that isn't saved in the draft yet. Stored text survives a crash, a closed tab and a restart. */
const prefix = 'docwright.editor.';
// Branch names contain no spaces.
const prefixOf = ({ projectId, branch }: DraftIds): string => `${prefix}${projectId} ${branch} `;
const keyOf = (ids: FileIds): string => prefixOf(ids) + ids.path;

/** Lists the files of a draft whose text is stored in the browser. */
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

/** Removes all stored text at sign-out, because other people may use the browser. */
export const forgetKept = (): void => forgetStored(prefix, 'localStorage');
