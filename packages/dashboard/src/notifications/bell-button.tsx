import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useMe } from '../accounts/me.ts';
import { BellFace } from './bell-face.tsx';

const load = () => import('./bell-popover.tsx');
const BellPopover = lazy(load);

/** How many notifications are not read, and the list of them, whose code comes when it is wanted. */
export function BellButton(): ReactElement | null {
  const [isWanted, setIsWanted] = useState(false);
  const { user } = useMe();
  if (user === null) return null;
  const face = (
    <BellFace
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setIsWanted(true)}
    />
  );
  return isWanted ? (
    <Suspense fallback={face}>
      <BellPopover />
    </Suspense>
  ) : (
    face
  );
}
