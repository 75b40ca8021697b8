import type { ReactElement } from 'react';
import { classNames } from '../ui/class-names.ts';
import view from './diff-view.module.css';
import type { FileTree } from './file-tree.ts';
import styles from './file-tree.module.css';
import type { FileDiff } from '@docwright/highlight/parse-diff';

export interface FileTreeProps {
  readonly tree: FileTree;
  readonly isViewed: (file: FileDiff) => boolean;
  readonly onJump: (file: FileDiff) => void;
}

/** The changed files in their folders, each linking to its diff. */
export function FileTreeView(props: FileTreeProps): ReactElement {
  return (
    <nav className={styles['tree']} aria-label="Changed files">
      <Level {...props} />
    </nav>
  );
}

function Level({ tree, isViewed, onJump }: FileTreeProps): ReactElement {
  return (
    <ul className={styles['level']}>
      {tree.folders.map((folder) => (
        <li key={folder.name}>
          <details open>
            <summary className={styles['folder']}>{folder.name}</summary>
            <Level tree={folder.tree} isViewed={isViewed} onJump={onJump} />
          </details>
        </li>
      ))}
      {tree.files.map(({ name, file }) => (
        <li key={name}>
          <button
            type="button"
            className={classNames(styles['file'], isViewed(file) && styles['viewed'])}
            onClick={() => onJump(file)}
          >
            <span className={styles['name']}>{name}</span>
            {isViewed(file) && <span className="visually-hidden">viewed</span>}
            <span className={view['plus']}>+{file.added}</span>
            <span className={view['minus']}>−{file.removed}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
