import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { formatNumber, formatUsd } from '../ui/format.ts';
import { outcomeLooks } from './outcome-looks.ts';
import styles from './overview.module.css';
import type { Overview } from './queries.ts';

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly text: ReactNode;
  readonly link?: LinkProps;
}

function Figure({ label, value, text, link }: FigureProps): ReactElement {
  return (
    <div className={styles['figure']}>
      <dt>{link ? <Link {...link}>{label}</Link> : label}</dt>
      <dd>
        <span className={styles['value']}>{value}</span>
        <span className={styles['soft']}>{text}</span>
      </dd>
    </div>
  );
}

export interface FiguresProps {
  readonly overview: Overview;
  /** Limits the figures to one project. */
  readonly projectId?: string | undefined;
}

/** Up to four figures for the period, as far as the user is allowed to see them. */
export function Figures({ overview, projectId }: FiguresProps): ReactElement {
  const { agentJobs, deployments, spend, complete } = overview;
  const period = 'in 30 days';
  return (
    <>
      <dl className={styles['figures']}>
        {agentJobs && (
          <>
            <Figure
              label="Agent jobs"
              value={atLeast(agentJobs.total, complete)}
              text={period}
              link={{ to: '/jobs', search: { project: projectId } }}
            />
            <Figure
              label="Open pull requests"
              value={formatNumber(agentJobs.openPullRequests)}
              text="by the agent"
              link={{ to: '/jobs', search: { project: projectId, pullRequest: 'open' } }}
            />
          </>
        )}
        {deployments && (
          <Figure
            label="Deployments"
            value={atLeast(deployments.total, complete)}
            text={deployments.failed === 0 ? period : `${formatNumber(deployments.failed)} failed, ${period}`}
            link={
              projectId === undefined
                ? { to: '/projects' }
                : { to: '/projects/$projectId/deployments', params: { projectId } }
            }
          />
        )}
        {spend.agentJobsUsd !== null && (
          <Figure
            label="Spend on agent jobs"
            value={spend.agentJobsUsd === 0 && !spend.known ? 'Unknown' : formatUsd(spend.agentJobsUsd)}
            text={describeSpend(spend)}
            link={{ to: '/settings', search: { tab: 'usage' } }}
          />
        )}
      </dl>
      {!complete && <p className={styles['soft']}>Only the newest 10,000 are counted.</p>}
    </>
  );
}

const atLeast = (count: number, isComplete: boolean): string => `${formatNumber(count)}${isComplete ? '' : '+'}`;

function describeSpend({ known, assistantUsd }: Overview['spend']): string {
  const period = known ? 'in 30 days' : 'in 30 days, where known';
  return assistantUsd === null || assistantUsd === 0
    ? period
    : `${period}; assistant ${formatUsd(assistantUsd)} this month`;
}

/** The period's jobs by result: a bar with the shares, and a list with the numbers. */
export function Outcomes({ agentJobs }: { readonly agentJobs: NonNullable<Overview['agentJobs']> }): ReactElement {
  return (
    <div className={styles['outcomes']}>
      <div className={styles['bar']} aria-hidden="true">
        {agentJobs.outcomes.map(({ outcome, jobs }) => (
          <span key={outcome} data-tone={outcomeLooks[outcome].tone} style={{ flexGrow: jobs }} />
        ))}
      </div>
      <ul className={styles['key']}>
        {agentJobs.outcomes.map(({ outcome, jobs }) => (
          <li key={outcome}>
            <span className={styles['dot']} data-tone={outcomeLooks[outcome].tone} aria-hidden="true" />
            {outcomeLooks[outcome].label} <strong>{formatNumber(jobs)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
