import type { ReactElement } from 'react';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';

export interface SecretDialogProps {
  readonly secret: string;
  readonly eventUrl: string | null;
  readonly onClose: () => void;
}

export function SecretDialog({ secret, eventUrl, onClose }: SecretDialogProps): ReactElement {
  return (
    <Dialog title="The automation’s secret" isOpen>
      <Notice tone="warn" title="Copy it now">
        Senders sign events with this secret. It is shown only once.
      </Notice>
      {eventUrl !== null && <CodeBlock label="address for events" code={eventUrl} isWrapped />}
      <CodeBlock label="secret" code={secret} isWrapped />
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          I’ve copied it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
