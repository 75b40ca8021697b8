import type { ReactElement } from 'react';
import { Badge } from '../ui/badge.tsx';
import { formatNumber } from '../ui/format.ts';
import { Facts, Panel } from '../ui/layout.tsx';
import styles from './job-page.module.css';
import type { GateResult } from './to-timeline.ts';

/** Renders nothing for a job whose site wasn't checked because it changed nothing. */
export function GateFacts({ gate }: { readonly gate: GateResult }): ReactElement | null {
  if (gate.status === 'not_run') return null;
  const isPassed = gate.status === 'passed';
  return (
    <Panel
      title="Docs gate"
      text="The site was checked before and after the change."
      actions={<Badge tone={isPassed ? 'good' : 'warn'}>{gate.status.replaceAll('_', ' ')}</Badge>}
    >
      <Facts
        rows={[
          ['New problems', formatNumber(gate.introduced.length)],
          ['Fixed', formatNumber(gate.fixed)],
          ['Existing problems', formatNumber(gate.existing)],
          ['Repair rounds', formatNumber(gate.repairRounds)],
        ]}
      />
      {gate.introduced.length > 0 && (
        <ul className={styles['files']}>
          {gate.introduced.map(({ path, line, message }) => (
            <li key={`${path} ${line ?? ''} ${message}`}>
              <span>
                {path}
                {line !== undefined && `:${line}`} {message}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
