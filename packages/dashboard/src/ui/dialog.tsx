import type { DialogProps } from './dialog-props.ts';
import { useEffect, useState, type ComponentType, type ReactElement, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Notice } from './notice.tsx';

const load = () => import('./dialog-popup.tsx').then(({ DialogPopup }) => DialogPopup);
/** Loaded once for all dialogs; `undefined` until then. */
let loaded: ComponentType<DialogProps> | undefined;

/** Loads the dialog's code when the page is idle, because a dialog must open even if the service is unreachable. */
export async function preloadDialog(): Promise<void> {
  loaded = await load().catch(() => undefined);
}

/** The dialog's code isn't part of a page's first load. */
export function Dialog(props: DialogProps): ReactElement | null {
  const [Popup, setPopup] = useState<ComponentType<DialogProps> | undefined>(() => loaded);
  const [hasFailed, setHasFailed] = useState(false);
  const isWanted = props.isOpen && Popup === undefined && !hasFailed;
  useEffect(() => {
    if (!isWanted) return;
    void load().then(
      (popup) => {
        loaded = popup;
        setPopup(() => popup);
      },
      () => setHasFailed(true),
    );
  }, [isWanted]);
  if (Popup !== undefined) return <Popup {...props} />;
  if (!props.isOpen || !hasFailed) return null;
  return (
    <Notice
      tone="bad"
      isLive
      title="This part of the page couldn’t be loaded"
      action={
        <Button isSmall onClick={() => setHasFailed(false)}>
          Try again
        </Button>
      }
    />
  );
}

export function DialogActions({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={styles['actions']}>{children}</div>;
}
