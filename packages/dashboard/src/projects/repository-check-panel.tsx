import type { ReactElement } from 'react';
import type { Client } from '../api/create-api.ts';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Row } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './projects.module.css';

type Found = Awaited<ReturnType<Client['checkRepository']>>;

const icons: Readonly<Record<Found['checks'][number]['status'], IconName>> = {
  ok: 'check',
  failed: 'error',
  skipped: 'info',
};

/** Checks that fail because a credential or one of its permissions is missing. */
const needsCodeHost: ReadonlySet<string> = new Set([
  'repository',
  'permission',
] satisfies Found['checks'][number]['name'][]);

export interface RepositoryCheckPanelProps {
  readonly found: Found;
  readonly onDocsFolder: (folder: string) => void;
}

/** The check's results by step, and missing permissions. */
export function RepositoryCheckPanel({ found, onDocsFolder }: RepositoryCheckPanelProps): ReactElement {
  return (
    <Notice
      tone={found.ready ? 'good' : 'warn'}
      title={found.ready ? 'The repository is ready' : 'Something is missing'}
      isLive
    >
      <ul className={styles['checks']}>
        {found.checks.map(({ name, status, message, remedy }) => (
          <li key={name} className={styles['check']} data-status={status}>
            <Icon name={icons[status]} size={16} />
            <div>
              {message}
              {remedy !== null && <div className={styles['soft']}>{remedy}</div>}
            </div>
          </li>
        ))}
      </ul>
      {found.checks.some(({ name, status }) => status === 'failed' && needsCodeHost.has(name)) && (
        <Row>
          <LinkButton to="/code-hosts" icon="branch">
            Connect a code host
          </LinkButton>
        </Row>
      )}
      {found.docsFolders.length > 1 && (
        <Row>
          <span>Docs folders:</span>
          {found.docsFolders.map((folder) => (
            <Button key={folder} isSmall onClick={() => onDocsFolder(folder)}>
              {folder === '' ? 'the root' : folder}
            </Button>
          ))}
        </Row>
      )}
    </Notice>
  );
}
