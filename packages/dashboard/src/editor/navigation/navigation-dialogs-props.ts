import type { NavigationList } from '@docwright/doc-agent/navigation-tree';
import type { FormProps } from '../form-props.ts';
import type { NavigationDialog, NavigationEdits } from './use-navigation-edit.ts';

export interface NavigationDialogsProps extends Pick<FormProps, 'ids' | 'files'> {
  readonly lists: readonly NavigationList[];
  readonly edits: NavigationEdits;
  readonly dialog: NavigationDialog;
  readonly onClose: () => void;
}
