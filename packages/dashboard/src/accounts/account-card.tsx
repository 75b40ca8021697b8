import type { ReactElement, ReactNode } from 'react';
import styles from './forms.module.css';

/** The frame around pages for users without a session. */
export function AccountCard({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <div className={styles['head']}>
          <img src="favicon.svg" alt="" />
          <h1>{title}</h1>
          {text && <p>{text}</p>}
        </div>
        {children}
      </div>
    </main>
  );
}
