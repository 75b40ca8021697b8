import type { DocsFile } from './docs-tree.ts';
import type { FileDialog } from './file-props.ts';
import type { DraftIds } from './queries.ts';

/** A form next to the text of a file. Both show the same content. */
export interface FormProps {
  readonly ids: DraftIds;
  readonly files: readonly DocsFile[];
  /** The whole file, which can be slightly older than the text. */
  readonly content: string;
  readonly isReadOnly: boolean;
  /** Edits the newest content. Rethrows errors from the edit. */
  readonly onEdit: (edit: (content: string) => string) => void;
  /** Shows a line of the text. */
  readonly onJump: (line: number) => void;
  readonly onDialog: (dialog: FileDialog) => void;
}
