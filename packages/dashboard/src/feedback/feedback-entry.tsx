import type { Feedback } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { PageLink } from '../project-data/page-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField, TextArea } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { formatMoment } from '../ui/format.ts';
import { Panel, Row } from '../ui/layout.tsx';
import { Time } from '../ui/time.tsx';
import { DeleteFeedback } from './delete-feedback.tsx';
import styles from './feedback.module.css';
import { sourceLabels, statusLooks } from './looks.ts';
import { feedbackKey, withChanged, type FeedbackStatus, type LoadedFeedback } from './queries.ts';

interface EntryProps {
  readonly projectId: string;
  readonly feedback: Feedback;
}

export function FeedbackEntry({ projectId, feedback }: EntryProps): ReactElement {
  const canWrite = useCan('analytics:write');
  const [isOpen, setIsOpen] = useState(false);
  const { path, helpful, source, status, comment, contact, note, createdAt, block } = feedback;
  const look = statusLooks[status];
  return (
    <Panel
      title={<PageLink projectId={projectId} path={path} />}
      label={`Feedback on ${path}, ${formatMoment(createdAt)}${comment === null ? '' : `: ${comment.slice(0, 60)}`}`}
      actions={
        canWrite && (
          <Row>
            {status !== 'resolved' && <ResolveButton projectId={projectId} feedback={feedback} />}
            <Button
              isSmall
              aria-expanded={isOpen}
              aria-label={`Change status of feedback on ${path}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              Change status
            </Button>
            <DeleteFeedback projectId={projectId} id={feedback.id} path={path} />
          </Row>
        )
      }
    >
      <Row>
        {helpful !== null && <Badge tone={helpful ? 'good' : 'bad'}>{helpful ? 'Helpful' : 'Not helpful'}</Badge>}
        <Badge tone={look.tone}>{look.label}</Badge>
        <Time at={createdAt} />
        <span className={styles['soft']}>{sourceLabels[source]}</span>
      </Row>
      {block !== null && <CodeBlockName feedback={feedback} number={block + 1} />}
      {comment !== null && <blockquote className={styles['comment']}>{comment}</blockquote>}
      {contact !== null && <p className={styles['soft']}>Wants a reply: {contact}</p>}
      {note !== null && <p className={styles['soft']}>Note: {note}</p>}
      {isOpen && <StatusForm projectId={projectId} feedback={feedback} onDone={() => setIsOpen(false)} />}
    </Panel>
  );
}

interface CodeBlockNameProps {
  readonly feedback: Feedback;
  /** Number of the page's code block, from 1. */
  readonly number: number;
}

/**
 * The code block, as identified by the reader's page. If the page has changed since then, authors can find the block by
 * its first line.
 */
const CodeBlockName = ({ feedback: { lang, code, filename }, number }: CodeBlockNameProps): ReactElement => (
  <p className={styles['block']}>
    <span className={styles['soft']}>
      {[`Code block ${number}`, filename, lang].filter((part) => part !== null).join(' · ')}
    </span>
    {code !== null && <code>{code}</code>}
  </p>
);

function useChange(projectId: string, feedbackId: string, onDone?: () => void) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: { readonly status: FeedbackStatus; readonly note?: string | null }) =>
      client.updateFeedback({ projectId, feedbackId, ...change }),
    onSuccess: (changed) => {
      queryClient.setQueriesData({ queryKey: feedbackKey(projectId) }, (loaded: LoadedFeedback | undefined) =>
        withChanged(loaded, changed),
      );
      onDone?.();
    },
  });
}

function ResolveButton({ projectId, feedback: { id, path } }: EntryProps): ReactElement {
  const change = useChange(projectId, id);
  return (
    <>
      <ErrorNotice error={change.error} />
      <Button
        isSmall
        isBusy={change.isPending}
        aria-label={`Resolve feedback on ${path}`}
        onClick={() => change.mutate({ status: 'resolved' })}
      >
        Resolve
      </Button>
    </>
  );
}

function StatusForm({
  projectId,
  feedback: { id, status: savedStatus, note: savedNote },
  onDone,
}: EntryProps & { readonly onDone: () => void }): ReactElement {
  const [status, setStatus] = useState<FeedbackStatus>(savedStatus);
  const [note, setNote] = useState(savedNote ?? '');
  const save = useChange(projectId, id, onDone);
  const submit = () => {
    save.mutate({ status, note: note.trim() === '' ? null : note.trim() });
  };
  return (
    <Form className={styles['form']} onSubmit={submit}>
      <SelectField
        label="Status"
        value={status}
        choices={[
          { value: 'pending', label: statusLooks.pending.label },
          { value: 'in_progress', label: statusLooks.in_progress.label },
          { value: 'resolved', label: statusLooks.resolved.label },
          { value: 'dismissed', label: statusLooks.dismissed.label },
        ]}
        onChange={setStatus}
      />
      <TextArea
        label="Note"
        hint="For your team; readers don’t see it."
        maxLength={2000}
        rows={2}
        value={note}
        onChange={setNote}
      />
      <ErrorNotice error={save.error} />
      <Button type="submit" kind="primary" isBusy={save.isPending}>
        Save
      </Button>
    </Form>
  );
}
