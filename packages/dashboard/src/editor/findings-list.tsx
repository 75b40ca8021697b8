import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Badge } from '../ui/badge.tsx';
import styles from './editor.module.css';
import type { DraftIds, Finding } from './queries.ts';

export interface FindingsListProps {
  readonly ids: DraftIds;
  readonly findings: readonly Finding[];
  readonly label: string;
}

const tones = { error: 'bad', warning: 'warn', info: 'info' } as const;

/** Findings, each linking to its line. */
export function FindingsList({ ids, findings, label }: FindingsListProps): ReactElement {
  return (
    <ul className={styles['findings']} aria-label={label}>
      {findings.map((finding, index) => (
        // A line can have two identical findings.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <Badge tone={tones[finding.severity]}>{finding.severity}</Badge>
          <div>
            <Link
              to="/projects/$projectId/editor/$branch/$"
              params={{ projectId: ids.projectId, branch: ids.branch, _splat: finding.path }}
              search={finding.line === null ? {} : { line: finding.line }}
            >
              {finding.path}
              {finding.line !== null && `, line ${finding.line}`}
            </Link>
            <div>{finding.message}</div>
            {finding.fix !== null && <div className={styles['soft']}>{finding.fix}</div>}
          </div>
        </li>
      ))}
    </ul>
  );
}
