import type { Usage } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { formatBytes } from '../ui/format.ts';
import { Panel, Table } from '../ui/layout.tsx';
import styles from './settings.module.css';

interface StoragePanelProps {
  readonly storage: NonNullable<Usage['storage']>;
}

/** The organization's storage use and quota. */
export function StoragePanel({ storage }: StoragePanelProps): ReactElement {
  const { usedBytes, quotaBytes, repositoryBytes, bundleBytes, recordBytes } = storage;
  const isFull = quotaBytes !== null && usedBytes >= quotaBytes;
  const rows = [
    ['Repositories', formatBytes(repositoryBytes)],
    ['Bundles of exports, deployments and previews', formatBytes(bundleBytes)],
    ['Analytics, feedback and conversations', `about ${formatBytes(recordBytes)}`],
  ] as const;
  return (
    <Panel title="Storage" text="What this organization stores now, regardless of the month above." isFlush>
      <Table label="Storage" columns={['Kind', { number: 'Size' }]}>
        {rows.map(([label, size]) => (
          <tr key={label}>
            <td>{label}</td>
            <td data-label="Size">{size}</td>
          </tr>
        ))}
        <tr>
          <td className={styles['name']}>Total</td>
          <td data-label="Size">
            {formatBytes(usedBytes)}
            {quotaBytes === null ? ', no quota' : ` of ${formatBytes(quotaBytes)}`}
          </td>
        </tr>
      </Table>
      {isFull && (
        <p className={styles['note']}>
          The quota is reached, so pushes, commits, exports, deployments, previews and agent jobs are refused. Delete
          repositories, projects or previews, or ask the operator for a larger quota.
        </p>
      )}
    </Panel>
  );
}
