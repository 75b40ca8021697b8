import type { AgentJob } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { KeyboardEvent, ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { useDraft } from '../browser/use-draft.ts';
import { Button } from '../ui/button.tsx';
import { PromptField } from './prompt-field.tsx';
import styles from './prompt-form.module.css';
import { PromptImages } from './prompt-images.tsx';
import { sendingTime, toAttachments, useAttachedImages } from './use-attached-images.ts';
import { Form } from '../ui/form.tsx';
import { LONGEST_PROMPT } from './longest-prompt.ts';

export function FollowUpForm({ job }: { readonly job: AgentJob }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [prompt, setPrompt] = useDraft(`follow-up.${job.id}`);
  const attached = useAttachedImages();
  const send = useMutation({
    mutationFn: () =>
      client.sendAgentJobMessage(
        { projectId: job.projectId, id: job.id, prompt, ...toAttachments(attached.images) },
        sendingTime(attached.images),
      ),
    onSuccess: (changed) => {
      setPrompt('');
      attached.clear();
      queryClient.setQueryData(['job', job.id], changed);
    },
  });
  const submit = () => {
    if (prompt.trim() !== '' && !send.isPending) send.mutate();
  };
  const sendWithKeys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
  };
  return (
    <Form className={styles['form']} onSubmit={submit}>
      <PromptImages projectId={job.projectId} attached={attached}>
        <PromptField
          projectId={job.projectId}
          label="Follow-up"
          placeholder={describeFollowUp(job)}
          rows={3}
          maxLength={LONGEST_PROMPT}
          value={prompt}
          onChange={setPrompt}
          onKeyDown={sendWithKeys}
        />
      </PromptImages>
      <ErrorNotice error={send.error} />
      <div className={styles['foot']}>
        <span className={styles['soft']}>Press Ctrl+Enter or ⌘+Enter to send.</span>
        <Button type="submit" kind="primary" icon="send" isBusy={send.isPending} disabled={prompt.trim() === ''}>
          Send
        </Button>
      </div>
    </Form>
  );
}

function describeFollowUp({ pullRequest, result }: AgentJob): string {
  if (pullRequest !== null) return 'What should change? The agent adds a commit to the same pull request.';
  if (result === 'answer') return 'Ask another question, or describe what should change.';
  return 'What should change? The agent tries again with this prompt.';
}
