import type { ReactElement, ReactNode } from 'react';
import { Breakable } from '../ui/breakable.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import styles from './deployments.module.css';

export interface AddressLineProps {
  readonly url: string;
  /** Whether the address is served. If not, it is shown as text, not as a link. */
  readonly isAnswered: boolean;
  readonly children?: ReactNode;
}

export function AddressLine({ url, isAnswered, children }: AddressLineProps): ReactElement {
  return (
    <span className={styles['address']}>
      {isAnswered ? (
        <a href={url} target="_blank" rel="noreferrer">
          <Breakable text={url} />
        </a>
      ) : (
        <span>
          <Breakable text={url} />
        </span>
      )}
      <CopyButton text={url} what="address" /> {children}
    </span>
  );
}
