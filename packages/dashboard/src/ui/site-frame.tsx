import type { ReactElement } from 'react';
import { AnchorButton } from './link-button.tsx';
import styles from './site-frame.module.css';

export interface SiteFrameProps {
  readonly title: string;
  /** In an origin of its own, where it can do no harm to this page; null where there is nothing to show. */
  readonly url: string | null;
  readonly emptyText?: string;
}

/** A page of a customer's site. Its scripts may run, in its own origin and without reach into this one. */
export function SiteFrame({ title, url, emptyText = 'Nothing to show' }: SiteFrameProps): ReactElement {
  return (
    <div className={styles['frame']}>
      <div className={styles['head']}>
        <span>{title}</span>
        {url !== null && (
          <AnchorButton href={url} target="_blank" rel="noreferrer" kind="quiet" isSmall icon="external">
            Open
          </AnchorButton>
        )}
      </div>
      {url === null ? (
        <div className={styles['none']}>{emptyText}</div>
      ) : (
        <iframe
          title={title}
          src={url}
          sandbox="allow-scripts allow-same-origin allow-popups"
          referrerPolicy="no-referrer"
        />
      )}
    </div>
  );
}
