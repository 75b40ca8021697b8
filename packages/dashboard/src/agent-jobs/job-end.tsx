import type { AgentJob } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { BriefMarkdown } from '../ui/brief-markdown.tsx';
import { Panel } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { FollowUpForm } from './follow-up-form.tsx';
import { JobAnswer } from './job-answer.tsx';
import { JobOptions } from './job-options.tsx';
import styles from './job-page.module.css';

/** Shows below the timeline why a job ended, and how to continue. */
export function JobEnd({
  job,
  takesFollowUp,
}: {
  readonly job: AgentJob;
  readonly takesFollowUp: boolean;
}): ReactElement {
  return (
    <>
      <JobOutcome job={job} />
      {takesFollowUp && (
        <Panel>
          {job.pullRequest === null || job.pullRequest.state === 'open' ? (
            <>
              <JobOptions job={job} />
              <FollowUpForm job={job} />
            </>
          ) : (
            <EndedPullRequest job={job} state={job.pullRequest.state} />
          )}
        </Panel>
      )}
    </>
  );
}

const stopTitles: Readonly<Partial<Record<NonNullable<AgentJob['result']>, string>>> = {
  needs_input: 'The agent has a question',
  needs_model: 'The built-in rules can’t do this',
  blocked_by_policy: 'The project’s policy doesn’t allow this',
  conflict: 'The base branch has changed',
};

/** The reason why the job ended, if the summary alone doesn't explain it. */
function JobOutcome({ job }: { readonly job: AgentJob }): ReactElement | null {
  const canSetModel = useCan('projects:write');
  if (job.error !== null && job.error.code !== 'cancelled') {
    return (
      <Notice tone="bad" title={job.error.message}>
        {job.error.remedy} ({job.error.code})
      </Notice>
    );
  }
  if (job.answer !== null) return <JobAnswer answer={job.answer} />;
  const title = job.result === null ? undefined : stopTitles[job.result];
  if (title !== undefined) {
    return (
      <Notice
        tone="warn"
        title={title}
        action={
          job.result === 'needs_model' &&
          canSetModel && (
            <LinkButton
              to="/projects/$projectId"
              params={{ projectId: job.projectId }}
              search={{ tab: 'model' }}
              kind="primary"
              isSmall
            >
              Set a model
            </LinkButton>
          )
        }
      >
        <div className={styles['summary']}>
          <BriefMarkdown text={job.summary ?? ''} />
        </div>
      </Notice>
    );
  }
  if (job.duplicateOf !== null) {
    return <Notice title="An open pull request already makes this change">Its job is {job.duplicateOf}.</Notice>;
  }
  return null;
}

/** Shown instead of the follow-up form, because a merged or closed pull request accepts no more commits. */
function EndedPullRequest({ job, state }: { readonly job: AgentJob; readonly state: string }): ReactElement {
  return (
    <Notice
      tone="neutral"
      title={`The pull request is ${state}`}
      action={
        <LinkButton to="/jobs/new" search={{ project: job.projectId }} isSmall icon="plus">
          New job
        </LinkButton>
      }
    >
      {state === 'merged'
        ? 'A merged pull request accepts no more commits. A new job starts from the merged version.'
        : 'A closed pull request accepts no more commits. Reopen it on the code host, or start a new job.'}
    </Notice>
  );
}
