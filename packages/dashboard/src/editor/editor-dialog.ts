import type { FileDialog } from './file-props.ts';

/** A dialog of the editor, and what it is about. */
export type EditorDialog =
  | FileDialog
  | { readonly kind: 'new' }
  | { readonly kind: 'discardAll' }
  | { readonly kind: 'publish' }
  | { readonly kind: 'branch' };
