import type { ReactElement } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { AccountButton } from './account-button.tsx';
import { Navigation } from './navigation.tsx';
import styles from './shell.module.css';

export default function PhoneMenu({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <Dialog title="Docwright" isOpen onClose={onClose}>
      <div className={styles['phoneMenu']}>
        <Navigation />
        <AccountButton />
      </div>
    </Dialog>
  );
}
