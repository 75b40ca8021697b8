import type { FileDialog } from './file-props.ts';
import type { UnsentText } from './send-kept.ts';

/** A dialog of the editor, and its subject. */
export type EditorDialog =
  | FileDialog
  | { readonly kind: 'new' }
  | { readonly kind: 'discardAll' }
  | { readonly kind: 'publish' }
  /** The reason why nothing is published. */
  | { readonly kind: 'unsent'; readonly texts: readonly UnsentText[] }
  | { readonly kind: 'branch' };
