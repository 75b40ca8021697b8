import { type ReactNode } from 'react';

export interface DialogProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly isOpen: boolean;
  /** Asked to close by Escape, the backdrop or the cross. Without it the dialog stays until its own buttons end it. */
  readonly onClose?: (() => void) | undefined;
  readonly children: ReactNode;
}
