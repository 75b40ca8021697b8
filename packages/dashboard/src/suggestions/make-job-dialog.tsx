import type { Suggestion } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Checkbox, TextArea } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Stack } from '../ui/layout.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { suggestionsKey } from './queries.ts';
import { LONGEST_PROMPT } from '../agent-jobs/longest-prompt.ts';

interface MakeJobProps {
  readonly projectId: string;
  readonly suggestion: Suggestion;
  readonly onClose: () => void;
}

/** Shows everything that will be sent: the prompt, and the readers' messages. */
export function MakeJobDialog({ projectId, suggestion, onClose }: MakeJobProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [prompt, setPrompt] = useState(suggestion.prompt);
  const [isDraft, setIsDraft] = useState(false);
  const start = useMutation({
    mutationFn: () =>
      client.createSuggestionJob({
        projectId,
        suggestionId: suggestion.id,
        prompt,
        ...(isDraft && { asDraft: true }),
      }),
    onSuccess: async ({ id: jobId }) => {
      void queryClient.invalidateQueries({ queryKey: suggestionsKey(projectId) });
      await navigate({ to: '/jobs/$projectId/$jobId', params: { projectId, jobId } });
    },
  });
  const submit = () => {
    if (prompt.trim() !== '' && !start.isPending) start.mutate();
  };
  return (
    <Dialog
      title="Create a job"
      text="The agent receives this prompt, and readers’ messages as quoted data, never as instructions."
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={submit}>
        <Stack>
          <TextArea label="Prompt" rows={9} required maxLength={LONGEST_PROMPT} value={prompt} onChange={setPrompt} />
          <EvidenceList evidence={suggestion.evidence} isFolded />
          <Checkbox label="Open the pull request as a draft" isChecked={isDraft} onChange={setIsDraft} />
          <ErrorNotice error={start.error} />
        </Stack>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" icon="send" isBusy={start.isPending} disabled={prompt.trim() === ''}>
            Start job
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
