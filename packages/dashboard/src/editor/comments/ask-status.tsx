import type { AgentJob } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { BriefMarkdown } from '../../ui/brief-markdown.tsx';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './comments.module.css';
import { describeAsk, describeLeftOut } from './describe-ask.ts';
import type { Ask } from './use-ask.ts';

export interface AskStatusProps {
  readonly ask: Ask;
  /** The open file. */
  readonly path: string;
  /** Sends a prompt that the agent suggested. */
  readonly onOption: (prompt: string) => void;
}

/** The progress and the result of the last request to the agent. */
export function AskStatus({ ask, path, onOption }: AskStatusProps): ReactElement | null {
  const { job } = ask;
  if (job === undefined) return ask.error === null ? null : <ErrorNotice error={ask.error} />;
  if (job.status === 'active') {
    return (
      <Notice
        title="The agent is working…"
        isLive
        action={
          <Button isSmall icon="stop" isBusy={ask.isStopping} onClick={ask.stop}>
            Stop
          </Button>
        }
      >
        You can continue writing.
      </Notice>
    );
  }
  const { tone, title, text } = describeAsk(job);
  return (
    <Notice tone={tone} title={title} isLive>
      <div className={styles['answer']}>
        {text !== '' && <BriefMarkdown text={text} />}
        <LeftOut job={job} path={path} />
        {job.options.map((option) => (
          <Button key={option} isSmall icon="send" disabled={ask.isSending} onClick={() => onOption(option)}>
            {option}
          </Button>
        ))}
        <div className={styles['actions']}>
          <Button isSmall onClick={ask.dismiss}>
            Dismiss<span className="visually-hidden"> the agent’s answer</span>
          </Button>
          <LinkButton to="/jobs/$projectId/$jobId" params={{ projectId: job.projectId, jobId: job.id }} isSmall>
            Details
          </LinkButton>
        </div>
      </div>
      <ErrorNotice error={ask.error} />
    </Notice>
  );
}

function LeftOut({ job, path }: { readonly job: AgentJob; readonly path: string }): ReactElement | null {
  const { draft } = job;
  if (draft === null || draft.leftOut.length === 0) return null;
  const total = draft.leftOut.reduce((sum, { changes }) => sum + changes, 0);
  return (
    <details>
      <summary>{formatCount(total, 'change')} not suggested</summary>
      <ul className={styles['leftOut']}>
        {draft.leftOut.map(({ file, reason, changes }) => (
          <li key={`${file} ${reason}`}>
            {describeLeftOut({ file: file === path ? undefined : file, reason, changes })}
          </li>
        ))}
      </ul>
    </details>
  );
}
