import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { Panel } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import type { FileDiff } from '@docwright/highlight/parse-diff';
import form from './prompt-form.module.css';
import { isOutdated, MOST_COMMENTS, nameLines, toSent } from './review-comments.ts';
import styles from './review-panel.module.css';
import type { Review } from './review.ts';

/** The unsent comments, and the reason if they can't be sent. */
export function ReviewPanel({
  review,
  files,
}: {
  readonly review: Review;
  readonly files: readonly FileDiff[];
}): ReactElement {
  const { job, comments, refusal } = review;
  const client = useClient();
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: () =>
      client.sendAgentJobMessage({ projectId: job.projectId, id: job.id, comments: comments.map(toSent) }),
    onSuccess: (changed) => {
      review.clear();
      queryClient.setQueryData(['job', job.id], changed);
    },
  });
  const reason = refusal?.reason;
  if (comments.length === 0 && send.isSuccess && job.status === 'active') {
    return <Notice tone="good" isLive title="Comments sent. The agent is working on them." />;
  }
  if (comments.length === 0) {
    return (
      <p className={form['soft']}>
        {refusal?.isFinal === true
          ? `You can’t comment on lines. ${refusal.reason}`
          : 'To comment on a line, select its number. All comments are sent to the agent as one follow-up.'}
      </p>
    );
  }
  return (
    <Panel title="Comments on lines" text={`${formatCount(comments.length, 'comment')}, not sent yet`}>
      <ul className={styles['list']}>
        {comments.map((comment, index) => {
          const name = `${comment.path}, ${nameLines(comment)}`;
          return (
            // A line can have two identical comments.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className={styles['comment']}>
              <div>
                <div className={styles['place']}>
                  {name} {isOutdated(comment, files) && <Badge tone="warn">outdated</Badge>}
                </div>
                <div className={styles['text']}>{comment.text}</div>
              </div>
              <IconButton icon="close" label={`Remove the comment on ${name}`} onClick={() => review.remove(comment)} />
            </li>
          );
        })}
      </ul>
      <ErrorNotice error={send.error} />
      <div className={form['foot']}>
        <span className={form['soft']} role="status">
          {reason ??
            (comments.length === MOST_COMMENTS
              ? `A follow-up can have at most ${MOST_COMMENTS} comments.`
              : 'The agent adds a commit to the same pull request.')}
        </span>
        <Button
          kind="primary"
          icon="send"
          isBusy={send.isPending}
          disabled={reason !== undefined}
          onClick={() => send.mutate()}
        >
          Send to the agent
        </Button>
      </div>
    </Panel>
  );
}
