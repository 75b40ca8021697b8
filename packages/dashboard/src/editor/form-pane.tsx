import { lazy, Suspense, type ReactElement } from 'react';
import { useStore } from '../api/api-context.ts';
import type { Store } from '../api/store.ts';
import { Skeleton } from '../ui/states.tsx';
import { isSiteConfig } from './docs-tree.ts';
import styles from './editor.module.css';
import type { FormProps } from './form-props.ts';

const FrontmatterForm = lazy(() => import('./frontmatter/frontmatter-form.tsx'));
const NavigationForm = lazy(() => import('./navigation/navigation-form.tsx'));

export interface FormPaneProps extends Omit<FormProps, 'content'> {
  readonly path: string;
  readonly store: Store<string>;
}

/** The form of a file: the frontmatter of a page, or the navigation of the site. */
export function FormPane({ path, store, ...props }: FormPaneProps): ReactElement {
  const content = useStore(store);
  return (
    <div className={styles['form']}>
      <Suspense fallback={<Skeleton lines={8} label="Loading the form" />}>
        {isSiteConfig(path) ? (
          <NavigationForm {...props} content={content} />
        ) : (
          <FrontmatterForm {...props} content={content} />
        )}
      </Suspense>
    </div>
  );
}
