import { type ReactNode } from 'react';

export interface DialogProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly isOpen: boolean;
  /**
   * Called if the user presses Escape, or clicks the backdrop or the close button. Without it, only the dialog's own
   * buttons close the dialog.
   */
  readonly onClose?: (() => void) | undefined;
  readonly children: ReactNode;
}
