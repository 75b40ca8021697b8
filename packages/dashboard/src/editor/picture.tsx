import type { ReactElement } from 'react';
import styles from './editor.module.css';

const imageTypes: Readonly<Record<string, string>> = { jpg: 'jpeg', svg: 'svg+xml', ico: 'x-icon' };

/** An image of the draft. @param content its bytes in Base64 */
export function Picture({ path, content }: { readonly path: string; readonly content: string }): ReactElement {
  const extension = path.split('.').at(-1)?.toLowerCase() ?? '';
  const type = imageTypes[extension] ?? extension;
  return <img className={styles['picture']} alt={path} src={`data:image/${type};base64,${content}`} />;
}
