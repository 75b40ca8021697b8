import type { ReactElement } from 'react';
import styles from './editor.module.css';
import { toImageAddress } from './media.ts';

/** An image of the draft. */
export function Picture({ file }: { readonly file: Parameters<typeof toImageAddress>[0] }): ReactElement {
  return <img className={styles['picture']} alt={file.path} src={toImageAddress(file)} />;
}
