import type { ReactElement } from 'react';
import { AnchorButton } from './link-button.tsx';
import styles from './site-frame.module.css';

export interface SiteFrameProps {
  readonly title: string;
  /** A signed link; null if no page can be shown. */
  readonly url: string | null;
  readonly emptyText?: string;
}

/**
 * A page of a customer's site. Its scripts run in an opaque origin, without access to this page or the service's
 * cookies.
 */
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
        <iframe title={title} src={url} sandbox="allow-scripts allow-popups" referrerPolicy="no-referrer" />
      )}
    </div>
  );
}
