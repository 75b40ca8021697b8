import type { AgentJob } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import styles from './prompt-form.module.css';

/** The prompts that the job's summary suggests. A click sends a prompt as a follow-up. */
export function JobOptions({ job }: { readonly job: AgentJob }): ReactElement | null {
  const client = useClient();
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: (prompt: string) => client.sendAgentJobMessage({ projectId: job.projectId, id: job.id, prompt }),
    onSuccess: (changed) => {
      queryClient.setQueryData(['job', job.id], changed);
    },
  });
  if (job.options.length === 0) return null;
  return (
    <div className={styles['form']}>
      {job.options.map((option) => (
        <Button
          key={option}
          icon="send"
          isBusy={send.isPending && send.variables === option}
          disabled={send.isPending}
          onClick={() => {
            send.mutate(option);
          }}
        >
          {option}
        </Button>
      ))}
      <ErrorNotice error={send.error} />
    </div>
  );
}
