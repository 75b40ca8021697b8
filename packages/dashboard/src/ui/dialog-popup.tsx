import { Dialog as Base } from '@base-ui/react/dialog';
import { useLayoutEffect, type ReactElement } from 'react';
import { IconButton } from './button.tsx';
import type { DialogProps } from './dialog-props.ts';
import styles from './dialog.module.css';

export function DialogPopup({ title, text, isOpen, onClose, children }: DialogProps): ReactElement {
  useFocusReturn(isOpen);
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

/** The focus returns to the element that opened the dialog, even if the dialog is removed from the page while open. */
function useFocusReturn(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const opener = document.activeElement;
    return () => {
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement) opener.focus();
      });
    };
  }, [isOpen]);
}
