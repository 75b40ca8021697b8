import { lazy, Suspense, useState, type ComponentProps, type ReactElement } from 'react';
import { useMe } from '../accounts/me.ts';
import styles from './shell.module.css';

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

export function AccountFace(props: ComponentProps<'button'>): ReactElement {
  const { user, apiKey, organization } = useMe();
  const name = user?.name || user?.email || apiKey?.name || 'You';
  return (
    <button type="button" {...props} className={styles['account']}>
      <span className={styles['face']} aria-hidden="true">
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span className={styles['who']}>
        <span>{name}</span>
        <span>{organization.name}</span>
      </span>
    </button>
  );
}
