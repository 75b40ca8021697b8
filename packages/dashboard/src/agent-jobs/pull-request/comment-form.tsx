import type { AgentJob } from '@docwright/sdk';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useClient } from '../../api/api-context.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useDraft } from '../../browser/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import form from '../prompt-form.module.css';
import { SafeLink } from '../timeline.tsx';

const LONGEST_COMMENT = 20_000;

/** Comments are for readers of the pull request; the agent receives only follow-ups. */
export function CommentForm({ job, onDone }: { readonly job: AgentJob; readonly onDone: () => void }): ReactElement {
  const client = useClient();
  const [text, setText] = useDraft(`comment.${job.id}`);
  const send = useMutation({
    mutationFn: () => client.commentOnAgentJobPullRequest({ projectId: job.projectId, id: job.id, text }),
    onSuccess: () => setText(''),
  });
  const submit = () => {
    if (text.trim() !== '' && !send.isPending) send.mutate();
  };
  if (send.data !== undefined) {
    return (
      <Notice
        tone="good"
        isLive
        title="Comment added to the pull request"
        action={
          <Button isSmall onClick={onDone}>
            Done
          </Button>
        }
      >
        <SafeLink href={send.data.url}>Open it</SafeLink>
      </Notice>
    );
  }
  return (
    <Form className={form['form']} onSubmit={submit}>
      <TextArea
        label="Comment"
        hint="For people, and shown with your name. The agent doesn’t act on it; to change something, send a follow-up."
        rows={3}
        maxLength={LONGEST_COMMENT}
        value={text}
        onChange={setText}
      />
      <ErrorNotice error={send.error} />
      <div className={form['foot']}>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" kind="primary" icon="send" isBusy={send.isPending} disabled={text.trim() === ''}>
          Comment
        </Button>
      </div>
    </Form>
  );
}
