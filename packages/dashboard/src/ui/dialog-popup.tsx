import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactElement } from 'react';
import { IconButton } from './button.tsx';
import type { DialogProps } from './dialog.tsx';
import styles from './dialog.module.css';

export function DialogPopup({ title, text, isOpen, onClose, children }: DialogProps): ReactElement {
  return (
    <Base.Root
      open={isOpen}
      disablePointerDismissal={onClose === undefined}
      onOpenChange={(open) => {
        if (!open) onClose?.();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Popup className={styles['popup']}>
          <Base.Title className={styles['title']}>{title}</Base.Title>
          {text && <Base.Description className={styles['text']}>{text}</Base.Description>}
          {onClose && (
            <div className={styles['close']}>
              <Base.Close render={<IconButton icon="close" label="Close" isSmall />} />
            </div>
          )}
          <div className={styles['body']}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
