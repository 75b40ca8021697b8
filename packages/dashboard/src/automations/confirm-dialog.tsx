import type { ReactElement } from 'react';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  /** Label of the button that confirms. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly isOpen: boolean;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  const { title, text, action, isDangerous = false, isOpen, error, isBusy, onConfirm, onClose } = props;
  return (
    <Dialog title={title} text={text} isOpen={isOpen} onClose={onClose}>
      <ErrorNotice error={error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
