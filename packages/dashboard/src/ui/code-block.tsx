import type { ReactElement } from 'react';
import { classNames } from './class-names.ts';
import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

export interface CodeBlockProps {
  /** The code's name: `curl example`. */
  readonly label: string;
  readonly code: string;
  readonly isWrapped?: boolean;
}

export function CodeBlock({ label, code, isWrapped = false }: CodeBlockProps): ReactElement {
  return (
    <div className={styles['block']}>
      <div className={styles['head']}>
        <span>{label}</span>
        <CopyButton text={code} what={label} />
      </div>
      {/* Focusable, so that wide content can be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classNames(styles['code'], isWrapped && styles['wrapped'])} tabIndex={0} aria-label={label}>
        <code>{code}</code>
      </pre>
    </div>
  );
}

/** An ID with a copy button. */
export function CopyId({ id, what }: { readonly id: string; readonly what: string }): ReactElement {
  return (
    <span className={styles['id']}>
      <code>{id}</code>
      <CopyButton text={id} what={what} />
    </span>
  );
}
