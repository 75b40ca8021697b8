import type { AgentJob } from '@docwright/sdk';
import { useState, type ReactElement } from 'react';
import { useCan } from '../../accounts/me.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/layout.tsx';
import { Time } from '../../ui/time.tsx';
import { pullRequestLabels } from '../job-status.tsx';
import { SafeLink } from '../timeline.tsx';
import { CommentForm } from './comment-form.tsx';
import { EndDialog, type Ending, type ShownPullRequest } from './end-dialog.tsx';
import { FollowingDeployment } from './following-deployment.tsx';
import styles from './pull-request-panel.module.css';

/** The pull request of a job that isn't running, with the available actions. */
export function PullRequestPanel({
  job,
  pullRequest,
}: {
  readonly job: AgentJob;
  readonly pullRequest: ShownPullRequest;
}): ReactElement {
  const canMerge = useCan('repositories:write');
  const canWrite = useCan('agent-jobs:write');
  const [asked, setAsked] = useState<Ending>();
  const [ended, setEnded] = useState<Ending>();
  const [isWriting, setIsWriting] = useState(false);
  const { number, url, state, headCommit, endedAt } = pullRequest;
  const { label, tone } = pullRequestLabels[state];
  const isOpen = state === 'open';
  return (
    <Panel label={`Pull request #${number}`}>
      <div className={styles['row']}>
        <Badge tone={tone}>{label}</Badge>
        <span className={styles['name']}>
          <SafeLink href={url}>{`Pull request #${number}`}</SafeLink>
          <span className={styles['soft']}>
            {isOpen ? (
              <>
                {' '}
                at commit <code>{headCommit.slice(0, 7)}</code>
              </>
            ) : (
              endedAt !== null && (
                <>
                  {' '}
                  {state} <Time at={endedAt} />
                </>
              )
            )}
          </span>
        </span>
        <span className={styles['actions']}>
          {canWrite && (
            <Button isSmall aria-expanded={isWriting} onClick={() => setIsWriting(!isWriting)}>
              Comment
            </Button>
          )}
          {isOpen && canWrite && (
            <Button isSmall onClick={() => setAsked('close')}>
              Close
            </Button>
          )}
          {isOpen && canMerge && (
            <Button isSmall kind="primary" icon="branch" onClick={() => setAsked('merge')}>
              Merge
            </Button>
          )}
        </span>
      </div>
      {isOpen && canWrite && !canMerge && (
        <p className={styles['soft']}>To merge, you need the admin or owner role, or a review on the code host.</p>
      )}
      {state === 'merged' && <FollowingDeployment projectId={job.projectId} mergedAt={endedAt} />}
      {isWriting && <CommentForm job={job} onDone={() => setIsWriting(false)} />}
      <EndDialog
        job={job}
        pullRequest={pullRequest}
        asked={asked}
        onClose={() => setAsked(undefined)}
        onEnded={setEnded}
      />
      <div role="status" className="visually-hidden">
        {ended !== undefined && `Pull request #${number} is ${ended === 'merge' ? 'merged' : 'closed'}.`}
      </div>
    </Panel>
  );
}
