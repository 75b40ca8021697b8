import { lazy, Suspense, useState, type ReactElement } from 'react';
import { AccountFace } from './account-face.tsx';

const load = () => import('./account-menu.tsx');
const AccountMenu = lazy(load);

/** Who is signed in, and the menu of it. The menu is a third of the code of a first load, so it comes when it is wanted. */
export function AccountButton(): ReactElement {
  const [isWanted, setIsWanted] = useState(false);
  const face = (
    <AccountFace
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setIsWanted(true)}
    />
  );
  return isWanted ? (
    <Suspense fallback={face}>
      <AccountMenu />
    </Suspense>
  ) : (
    face
  );
}
