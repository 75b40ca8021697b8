import type { ReactElement } from 'react';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';

export interface SecretDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

export function SecretDialog({ secret, onClose }: SecretDialogProps): ReactElement {
  return (
    <Dialog title="Endpoint secret" isOpen>
      <Notice tone="warn" title="Copy it now">
        Your server verifies signatures with this secret. It is shown only once.
      </Notice>
      <CodeBlock label="secret" code={secret} isWrapped />
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          I’ve copied it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
