import type { Budget } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatCount, formatNumber, formatUsd } from '../ui/format.ts';
import { Panel } from '../ui/layout.tsx';
import { Progress } from '../ui/progress.tsx';
import { BudgetDialog } from './budget-dialog.tsx';
import { nameMonth } from './months.ts';
import { budgetsQuery } from './queries.ts';
import styles from './settings.module.css';

interface BudgetsPanelProps {
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly nameProject: (projectId: string) => string;
}

/** The model budgets in the current month, and the amounts spent. */
export function BudgetsPanel({ projects, nameProject }: BudgetsPanelProps): ReactElement {
  const budgets = useQuery(budgetsQuery(useClient()));
  const canWrite = useCan('organization:write');
  const [edited, setEdited] = useState<Budget | 'new'>();
  const nameOf = (projectId: string | null) => (projectId === null ? 'Organization' : nameProject(projectId));
  const taken = new Set(budgets.data?.budgets.map(({ projectId }) => projectId ?? ''));
  const choices = [
    { value: '', label: 'The whole organization' },
    ...projects.map(({ id, name }) => ({ value: id, label: name })),
  ].filter(({ value }) => !taken.has(value));
  return (
    <Panel
      title="Budgets"
      text="Limits on model costs per calendar month (UTC), for agent jobs and the assistant. Only models with known prices count."
      actions={
        canWrite &&
        budgets.data !== undefined &&
        choices.length > 0 && (
          <Button isSmall onClick={() => setEdited('new')}>
            Set a budget
          </Button>
        )
      }
    >
      <Loaded query={budgets} lines={2}>
        {(found) =>
          found.budgets.length === 0 ? (
            <p className={styles['soft']}>No budgets yet.</p>
          ) : (
            <ul className={styles['budgets']}>
              {found.budgets.map((budget) => (
                <BudgetRow
                  key={budget.projectId ?? ''}
                  budget={budget}
                  name={nameOf(budget.projectId)}
                  onEdit={canWrite ? () => setEdited(budget) : undefined}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited !== undefined && (
        <BudgetDialog
          stored={edited === 'new' ? undefined : edited}
          title={edited === 'new' ? 'Set a budget' : `Budget: ${nameOf(edited.projectId)}`}
          choices={choices}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  );
}

interface BudgetRowProps {
  readonly budget: Budget;
  readonly name: string;
  readonly onEdit: (() => void) | undefined;
}

function BudgetRow({ budget, name, onEdit }: BudgetRowProps): ReactElement {
  const { usd, spentUsd, thresholds, stopJobs, month, unpricedAnswers, alerts } = budget;
  const percent = Math.floor((spentUsd / usd) * 100);
  const text = `${formatUsd(spentUsd)} of ${formatUsd(usd)} in ${nameMonth(month)}, ${formatNumber(percent)}%`;
  const reached = Math.max(0, ...alerts.map(({ threshold }) => threshold));
  const notes = [
    thresholds.length === 0 ? 'No alerts' : `Alerts at ${thresholds.map((one) => `${one}%`).join(', ')}`,
    ...(reached > 0 ? [`the one at ${reached}% was sent`] : []),
    ...(stopJobs ? ['new agent jobs stop at 100%'] : []),
    ...(unpricedAnswers > 0 ? [`not counted: ${formatCount(unpricedAnswers, 'answer')} without a known price`] : []),
  ];
  return (
    <li>
      <div className={styles['budgetHead']}>
        <span className={styles['name']}>{name}</span>
        <span>{text}</span>
        {percent >= 100 && <Badge tone="bad">Spent</Badge>}
        {onEdit && (
          <Button isSmall onClick={onEdit} aria-label={`Change the budget: ${name}`}>
            Change
          </Button>
        )}
      </div>
      <div className={styles['bar']}>
        <Progress label={`Budget: ${name}`} percent={Math.min(100, percent)} text={text} />
        {thresholds
          .filter((threshold) => threshold < 100)
          .map((threshold) => (
            <span key={threshold} className={styles['tick']} style={{ left: `${threshold}%` }} />
          ))}
      </div>
      <span className={styles['soft']}>{notes.join('; ')}.</span>
    </li>
  );
}
