import type { Workspace } from '../workspace/workspace.ts';
import type { JsonValue, OverlayChange } from '../ports.ts';
import { movedFrom } from './edit-file.ts';
import { ToolError } from '../errors.ts';

/** A file that a call over many files left unchanged, and why. */
export interface RefusedFile {
  readonly path: string;
  readonly reason: string;
}
export interface MechanicalEdits {
  readonly changes: readonly OverlayChange[];
  readonly refused: readonly RefusedFile[];
}

export const noEdits: MechanicalEdits = { changes: [], refused: [] };

/** Edits many files by one rule. A file that can't or must not be changed is listed, and doesn't affect the others. */
export async function editMany(
  workspace: Workspace,
  paths: readonly string[],
  edit: (path: string, text: string) => string | Promise<string>,
): Promise<MechanicalEdits> {
  const changes: OverlayChange[] = [];
  const refused: RefusedFile[] = [];
  for (const [path, before] of await workspace.texts(paths)) {
    try {
      const after = await edit(path, before);
      if (after === before) continue;
      const denial = await workspace.findDenial(path, 'content');
      if (denial !== undefined) throw new ToolError('policy', denial);
      changes.push({ path, entry: { kind: 'write', content: after, ...movedFrom(workspace.overlay.get(path)) } });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      refused.push({ path, reason: error.message });
    }
  }
  return { changes, refused };
}

const maxListed = 50;

/** The response to a call over many files. */
export function describeEdits({ changes, refused }: MechanicalEdits): Record<string, JsonValue> {
  return {
    files: changes.length,
    changedIn: changes.slice(0, maxListed).map(({ path }) => path),
    ...(refused.length === 0
      ? {}
      : { refused: refused.slice(0, maxListed).map((file) => ({ ...file })), totalRefused: refused.length }),
  };
}
