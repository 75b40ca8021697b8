import { Suspense, useState, type ReactElement, type ReactNode } from 'react';

/** The button's attributes until its popup is loaded. */
export interface Trigger {
  readonly 'aria-haspopup': 'dialog' | 'menu';
  readonly 'aria-expanded': false;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onClick: () => void;
}

export interface OnDemandProps {
  readonly kind: 'dialog' | 'menu';
  readonly load: () => Promise<unknown>;
  readonly face: (trigger: Trigger) => ReactElement;
  /** The button with its open popup. */
  readonly children: ReactNode;
}

/** A button whose popup is loaded on demand, so that the first page load doesn't include its code. */
export function OnDemand({ kind, load, face, children }: OnDemandProps): ReactElement {
  const [isWanted, setIsWanted] = useState(false);
  const trigger = face({
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => setIsWanted(true),
  });
  return isWanted ? <Suspense fallback={trigger}>{children}</Suspense> : trigger;
}
