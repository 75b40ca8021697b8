import type { Suggestion, SuggestionList } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { PageLink } from '../project-data/page-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { Facts, Panel, Row } from '../ui/layout.tsx';
import { Time } from '../ui/time.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { describeEffect, kindLabels, statusLooks } from './looks.ts';
import { MakeJobDialog } from './make-job-dialog.tsx';
import { suggestionsKey, withChanged } from './queries.ts';
import styles from './suggestions.module.css';

interface EntryProps {
  readonly projectId: string;
  readonly suggestion: Suggestion;
}

export function SuggestionEntry({ projectId, suggestion }: EntryProps): ReactElement {
  const { title, kind, status, visitors, lastSeenAt, evidence } = suggestion;
  const look = statusLooks[status];
  return (
    <Panel title={title} actions={<Actions projectId={projectId} suggestion={suggestion} />}>
      <Row>
        <Badge tone={look.tone}>{look.label}</Badge>
        <Badge>{kindLabels[kind]}</Badge>
        <strong>{formatCount(visitors, 'reader')}</strong>
        {lastSeenAt !== null && (
          <span className={styles['soft']}>
            last seen <Time at={lastSeenAt} />
          </span>
        )}
      </Row>
      <EvidenceList evidence={evidence} />
      <Concerns projectId={projectId} suggestion={suggestion} />
    </Panel>
  );
}

/** The related pages, the job that was created from the suggestion, and its changes. */
function Concerns({ projectId, suggestion: { pages, job, effect } }: EntryProps): ReactElement | null {
  const rows: (readonly [string, ReactElement])[] = [];
  if (pages.length > 0)
    rows.push([
      'Nearest pages',
      <div key="pages">
        <ul className={styles['pages']}>
          {pages.map(({ path, title, changedAt }) => (
            <li key={path}>
              {title} <PageLink projectId={projectId} path={path} />
              {changedAt !== null && (
                <span className={styles['soft']}>
                  {' '}
                  changed <Time at={changedAt} />
                </span>
              )}
            </li>
          ))}
        </ul>
        {pages.some(({ changedAt }) => changedAt !== null) && (
          <p className={styles['soft']}>
            Readers last had this problem before these changes, which may have solved it.
          </p>
        )}
      </div>,
    ]);
  if (job !== null)
    rows.push([
      'Job',
      <span key="job">
        <Link to="/jobs/$projectId/$jobId" params={{ projectId, jobId: job.id }}>
          {job.status === 'active' ? 'The agent is working on it' : 'The agent’s last job'}
        </Link>
        {job.pullRequest !== null && (
          <>
            {', '}
            <a href={job.pullRequest.url} target="_blank" rel="noreferrer">
              pull request ({job.pullRequest.state})
            </a>
          </>
        )}
        {job.status !== 'active' && job.pullRequest === null && ', without a pull request'}
      </span>,
    ]);
  if (effect !== null)
    rows.push([
      'Effect',
      <span key="effect">
        {describeEffect(effect)}{' '}
        <span className={styles['soft']}>
          Live since <Time at={effect.since} />
        </span>
      </span>,
    ]);
  return rows.length === 0 ? null : <Facts rows={rows} />;
}

function Actions({ projectId, suggestion }: EntryProps): ReactElement | null {
  const { id, status, title } = suggestion;
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('analytics:write');
  const canStartJobs = useCan('agent-jobs:write');
  const [isMaking, setIsMaking] = useState(false);
  const change = useMutation({
    mutationFn: (to: 'open' | 'dismissed') => client.updateSuggestion({ projectId, suggestionId: id, status: to }),
    onSuccess: (changed) =>
      queryClient.setQueriesData({ queryKey: suggestionsKey(projectId) }, (loaded: SuggestionList | undefined) =>
        withChanged(loaded, changed),
      ),
  });
  if (status === 'in_progress') return null;
  return (
    <>
      <Row>
        {canWrite && status !== 'resolved' && (
          <Button
            isSmall
            isBusy={change.isPending}
            aria-label={`${status === 'dismissed' ? 'Reopen' : 'Dismiss'}: ${title}`}
            onClick={() => change.mutate(status === 'dismissed' ? 'open' : 'dismissed')}
          >
            {status === 'dismissed' ? 'Reopen' : 'Dismiss'}
          </Button>
        )}
        {canStartJobs && status !== 'dismissed' && (
          <Button
            isSmall
            kind={status === 'open' ? 'primary' : undefined}
            icon="spark"
            aria-label={`Create a job: ${title}`}
            onClick={() => setIsMaking(true)}
          >
            Create a job
          </Button>
        )}
      </Row>
      <ErrorNotice error={change.error} />
      {isMaking && <MakeJobDialog projectId={projectId} suggestion={suggestion} onClose={() => setIsMaking(false)} />}
    </>
  );
}
