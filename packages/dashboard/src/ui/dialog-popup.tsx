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

/** Returns an element and its ancestors, innermost first. */
function withAncestors(element: Element | null): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let each = element; each !== null && each !== document.body; each = each.parentElement)
    if (each instanceof HTMLElement) found.push(each);
  return found;
}

/** Focuses the first recognizable element that is still in the page: a control, a panel or the page itself. */
function focusFirst(elements: readonly HTMLElement[]): void {
  const [opener] = elements;
  if (opener === undefined) return;
  if (opener.isConnected && opener.offsetParent !== null) return opener.focus();
  const around = elements.find((each) => each !== opener && each.isConnected && each.matches('section, main'));
  if (around === undefined) return;
  if (!around.hasAttribute('tabindex')) around.setAttribute('tabindex', '-1');
  around.focus({ preventScroll: true });
}

/**
 * Returns the focus to the element that opened the dialog, even if the dialog is removed from the page while open. If
 * the action removed that element, such as the Merge button, the focus moves to the panel that contained it.
 */
function useFocusReturn(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const openers = withAncestors(document.activeElement);
    return () => {
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost) focusFirst(openers);
      });
    };
  }, [isOpen]);
}
