import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice, LoadError } from '../api/error-notice.tsx';
import { downloadText } from '../browser/download-text.ts';
import { Badge } from '../ui/badge.tsx';
import { BriefMarkdown } from '../ui/brief-markdown.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Panel, Row, Stack } from '../ui/layout.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import styles from './assistant.module.css';
import { outcomeLooks } from './outcome-looks.ts';
import { questionsKey, questionsQuery, type AssistantQuestion, type QuestionFilters } from './queries.ts';

/** Readers' questions, and the answers they got. */
export default function ConversationsPanel({ projectId }: { readonly projectId: string }): ReactElement {
  const [filters, setFilters] = useState<QuestionFilters>({});
  const questions = useInfiniteQuery(questionsQuery(useClient(), projectId, filters));
  const list = questions.data?.pages.flatMap((page) => page.questions);
  return (
    <Stack>
      <Filters filters={filters} onChange={setFilters} />
      <ListActions projectId={projectId} filters={filters} isEmpty={list?.length === 0} />
      {list === undefined ? (
        questions.failureReason === null ? (
          <Skeleton lines={8} />
        ) : (
          <LoadError error={questions.error ?? questions.failureReason} onRetry={() => void questions.refetch()} />
        )
      ) : list.length === 0 ? (
        <EmptyState icon="search" title="No questions">
          {hasFilters(filters)
            ? 'No questions match the filters.'
            : 'Readers haven’t asked anything yet, or conversations aren’t stored.'}
        </EmptyState>
      ) : (
        list.map((question) => <Question key={question.id} projectId={projectId} question={question} />)
      )}
      {questions.hasNextPage && (
        <Row>
          <Button isBusy={questions.isFetchingNextPage} onClick={() => void questions.fetchNextPage()}>
            Show older questions
          </Button>
        </Row>
      )}
    </Stack>
  );
}

const hasFilters = (filters: QuestionFilters): boolean => Object.values(filters).some((value) => value !== undefined);

interface FiltersProps {
  readonly filters: QuestionFilters;
  readonly onChange: (filters: QuestionFilters) => void;
}

function Filters({ filters, onChange }: FiltersProps): ReactElement {
  const [q, setQ] = useState(filters.q ?? '');
  const submit = () => {
    onChange({ ...filters, q: q.trim() === '' ? undefined : q.trim() });
  };
  return (
    <Form className={styles['filters']} role="search" aria-label="Conversations" onSubmit={submit}>
      <TextField label="Words" placeholder="In questions and answers" maxLength={200} value={q} onChange={setQ} />
      <SelectField
        label="Answer"
        value={filters.outcome ?? ''}
        choices={[
          { value: '', label: 'Any' },
          { value: 'answered', label: outcomeLooks.answered.label },
          { value: 'unanswered', label: outcomeLooks.unanswered.label },
          { value: 'failed', label: outcomeLooks.failed.label },
        ]}
        onChange={(outcome) => onChange({ ...filters, outcome: outcome === '' ? undefined : outcome })}
      />
      <SelectField
        label="Rating"
        value={filters.rating ?? ''}
        choices={[
          { value: '', label: 'Any' },
          { value: 'up', label: 'Good' },
          { value: 'down', label: 'Bad' },
        ]}
        onChange={(rating) => onChange({ ...filters, rating: rating === '' ? undefined : rating })}
      />
      <Button type="submit" icon="search">
        Filter
      </Button>
    </Form>
  );
}

interface ListActionsProps {
  readonly projectId: string;
  readonly filters: QuestionFilters;
  /** No conversation matches the filters. */
  readonly isEmpty: boolean;
}

function ListActions({ projectId, filters, isEmpty }: ListActionsProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('projects:write');
  const [isAsking, setIsAsking] = useState(false);
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'jsonl') => {
      const content = await client.exportAssistantQuestions({ projectId, format, ...filters }, { timeoutMs: 300_000 });
      const type = format === 'csv' ? 'text/csv' : 'application/jsonl';
      downloadText(content, { name: `assistant-questions.${format}`, type });
    },
  });
  const remove = useMutation({
    mutationFn: () => client.deleteAssistantConversations({ projectId }),
    onSuccess: async () => {
      setIsAsking(false);
      await queryClient.invalidateQueries({ queryKey: questionsKey(projectId) });
    },
  });
  return (
    <>
      <Row>
        {(['csv', 'jsonl'] as const).map((format) => (
          <Button
            key={format}
            isSmall
            icon="download"
            disabled={isEmpty}
            isBusy={save.isPending && save.variables === format}
            onClick={() => save.mutate(format)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
        {canWrite && (
          <Button isSmall kind="quiet" disabled={isEmpty && !hasFilters(filters)} onClick={() => setIsAsking(true)}>
            Delete all
          </Button>
        )}
      </Row>
      <ErrorNotice error={save.error} />
      <Dialog
        title="Delete all conversations?"
        text="Deletes all questions and answers of this project, regardless of the filters. This can’t be undone."
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <ErrorNotice error={remove.error} />
        <DialogActions>
          <Button onClick={() => setIsAsking(false)}>Keep</Button>
          <Button kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

interface QuestionProps {
  readonly projectId: string;
  readonly question: AssistantQuestion;
}

function Question({ projectId, question: asked }: QuestionProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('projects:write');
  const { conversationId } = asked;
  const remove = useMutation({
    mutationFn: () => client.deleteAssistantConversation({ projectId, conversationId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: questionsKey(projectId) }),
  });
  const [isAsking, setIsAsking] = useState(false);
  const look = outcomeLooks[asked.outcome];
  return (
    <Panel
      title={asked.question.slice(0, 200)}
      actions={
        canWrite && (
          <Button isSmall kind="quiet" onClick={() => setIsAsking(true)}>
            Delete conversation
          </Button>
        )
      }
    >
      <Row>
        <Badge tone={look.tone}>{look.label}</Badge>
        {asked.rating !== null && (
          <Badge tone={asked.rating === 'up' ? 'good' : 'bad'}>
            {asked.rating === 'up' ? 'Rated good' : 'Rated bad'}
          </Badge>
        )}
        <Time at={asked.askedAt} />
        <span className={styles['soft']}>
          {asked.origin === 'api' ? 'through the API' : `at /${asked.path}`} · {asked.model}
        </span>
      </Row>
      <details open>
        <summary>Answer</summary>
        {asked.question.length > 200 && <p className={styles['answer']}>{asked.question}</p>}
        <div className={styles['answer']}>
          <BriefMarkdown text={asked.answer} />
        </div>
      </details>
      <Dialog
        title="Delete this conversation?"
        text="Deletes all of its questions and answers, not only this one. This can’t be undone."
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <ErrorNotice error={remove.error} />
        <DialogActions>
          <Button onClick={() => setIsAsking(false)}>Keep</Button>
          <Button kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </DialogActions>
      </Dialog>
    </Panel>
  );
}
