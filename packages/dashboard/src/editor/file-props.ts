import type { Draft } from '@docwright/sdk';
import type { FailedSave } from './create-autosave.ts';
import type { ChangeKind, DocsFile } from './docs-tree.ts';
import type { FileIds } from './queries.ts';
import type { People } from './shared-text/people.ts';

export type FileDialog =
  | { readonly kind: 'move'; readonly path: string }
  | { readonly kind: 'delete'; readonly path: string; readonly version: string }
  | { readonly kind: 'discard'; readonly path: string };

export interface FileActionsProps {
  readonly path: string;
  readonly version: string | null;
  readonly change: ChangeKind | null;
  readonly onDialog: (dialog: FileDialog) => void;
}

/** Resolves to the reason why the open file isn't saved. */
export type SaveOpenFile = () => Promise<FailedSave | undefined>;

export type FileViewMode = 'source' | 'visual' | 'form' | 'split' | 'preview';

/** The comments next to the text. The address contains their state. */
export interface ShownComments {
  readonly isOpen: boolean;
  readonly threadId: string | undefined;
  readonly onShow: (shown: { readonly isOpen: boolean; readonly threadId?: string }) => void;
}

export interface FileViewProps {
  readonly ids: FileIds;
  readonly draft: Draft;
  readonly files: readonly DocsFile[];
  readonly mode: FileViewMode;
  /** The line to jump to. */
  readonly line: number | undefined;
  readonly comments: ShownComments;
  /** Receives a function that saves the open file now and returns the reason if it couldn't be saved. */
  readonly onFlush: (flush: SaveOpenFile | undefined) => void;
  /** Reports the people who have files of the draft open. */
  readonly onPeople: (people: People) => void;
  readonly onDialog: (dialog: FileDialog) => void;
}
