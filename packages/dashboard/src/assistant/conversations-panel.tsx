import type { Project } from '@docwright/sdk';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type Dispatch, type ReactElement, type SetStateAction } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice, LoadError } from '../api/error-notice.tsx';
import { downloadText } from '../browser/download-text.ts';
import { useSite } from '../deployments/use-site.ts';
import { modelLabel } from '../project-data/model-label.ts';
import { Badge } from '../ui/badge.tsx';
import { BriefMarkdown } from '../ui/brief-markdown.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Row, Stack } from '../ui/layout.tsx';
import { AnchorButton, LinkButton } from '../ui/link-button.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { toPlainLine } from '../ui/to-blocks.ts';
import styles from './assistant.module.css';
import { outcomeLooks } from './outcome-looks.ts';
import {
  assistantQuery,
  questionsKey,
  questionsQuery,
  type AssistantQuestion,
  type QuestionFilters,
} from './queries.ts';

const SEARCH_AFTER_MS = 250;

/** Readers' questions, and the assistant's answers. */
export default function ConversationsPanel({ project }: { readonly project: Project }): ReactElement {
  const client = useClient();
  const [filters, setFilters] = useState<QuestionFilters>({});
  const questions = useInfiniteQuery(questionsQuery(client, project.id, filters));
  const site = useSite(project);
  const list = questions.data?.pages.flatMap((page) => page.questions);
  if (list?.length === 0 && !hasFilters(filters)) return <NothingAsked project={project} siteUrl={site.data?.url} />;
  return (
    <Stack>
      <div className={styles['listHead']}>
        <Filters filters={filters} onChange={setFilters} />
        <ListActions projectId={project.id} filters={filters} isEmpty={list?.length === 0} />
      </div>
      {list === undefined ? (
        questions.failureReason === null ? (
          <Skeleton lines={8} />
        ) : (
          <LoadError error={questions.error ?? questions.failureReason} onRetry={() => void questions.refetch()} />
        )
      ) : list.length === 0 ? (
        <EmptyState icon="search" title="No matching questions">
          No questions match the search and filters.
        </EmptyState>
      ) : (
        <ul className={styles['questions']} aria-label="Questions">
          {list.map((question) => (
            <Question key={question.id} projectId={project.id} question={question} siteUrl={site.data?.url} />
          ))}
        </ul>
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

interface NothingAskedProps {
  readonly project: Project;
  readonly siteUrl: string | undefined;
}

/** Explains the empty list: names the setting that is off, or states that no reader has asked a question yet. */
function NothingAsked({ project, siteUrl }: NothingAskedProps): ReactElement {
  const settings = useQuery(assistantQuery(useClient(), project.id));
  const toSettings = (
    <LinkButton to="/projects/$projectId/assistant" params={{ projectId: project.id }} search={{ tab: 'settings' }}>
      Open the settings
    </LinkButton>
  );
  if (settings.data?.enabled === false)
    return (
      <EmptyState icon="send" title="The assistant is off" actions={toSettings}>
        Turn on <em>Answer questions</em>. Readers’ questions, the answers and their ratings then appear here.
      </EmptyState>
    );
  if (settings.data?.retentionDays === 0)
    return (
      <EmptyState icon="send" title="Conversations aren’t stored" actions={toSettings}>
        Turn on <em>Store questions and answers</em> to see here what readers ask and what the pages don’t answer.
      </EmptyState>
    );
  return (
    <EmptyState
      icon="send"
      title="No questions yet"
      actions={
        siteUrl !== undefined && (
          <AnchorButton href={siteUrl} target="_blank" rel="noreferrer" icon="external">
            Open the live site
          </AnchorButton>
        )
      }
    >
      Questions that readers ask on the live site appear here with the answers and their ratings. Questions in the
      playground aren’t stored.
    </EmptyState>
  );
}

interface FiltersProps {
  readonly filters: QuestionFilters;
  readonly onChange: Dispatch<SetStateAction<QuestionFilters>>;
}

function Filters({ filters, onChange }: FiltersProps): ReactElement {
  const [q, setQ] = useState(filters.q ?? '');
  useEffect(() => {
    const wanted = q.trim() === '' ? undefined : q.trim();
    if (wanted === filters.q) return undefined;
    // Another filter may have been selected in the meantime.
    const timer = setTimeout(() => onChange((latest) => ({ ...latest, q: wanted })), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- only typed text starts a search
  }, [q]);
  return (
    <div className={styles['filters']} role="search" aria-label="Conversations">
      <TextField
        label="Search in questions and answers"
        isLabelHidden
        type="search"
        placeholder="Search questions and answers"
        maxLength={200}
        value={q}
        onChange={setQ}
      />
      <SelectField
        label="Answer"
        isLabelHidden
        value={filters.outcome ?? ''}
        choices={[
          { value: '', label: 'All answers' },
          { value: 'answered', label: outcomeLooks.answered.label },
          { value: 'unanswered', label: outcomeLooks.unanswered.label },
          { value: 'failed', label: outcomeLooks.failed.label },
        ]}
        onChange={(outcome) => onChange({ ...filters, outcome: outcome === '' ? undefined : outcome })}
      />
      <SelectField
        label="Rating"
        isLabelHidden
        value={filters.rating ?? ''}
        choices={[
          { value: '', label: 'All ratings' },
          { value: 'up', label: 'Good' },
          { value: 'down', label: 'Bad' },
        ]}
        onChange={(rating) => onChange({ ...filters, rating: rating === '' ? undefined : rating })}
      />
    </div>
  );
}

interface ListActionsProps {
  readonly projectId: string;
  readonly filters: QuestionFilters;
  /** Shown if no conversation matches the filters. */
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
  /** The base of the answer's links, once known. */
  readonly siteUrl: string | undefined;
}

const LONGEST_HEADING = 200;

function Question({ projectId, question: asked, siteUrl }: QuestionProps): ReactElement {
  const canWrite = useCan('projects:write');
  const [isAsking, setIsAsking] = useState(false);
  const look = outcomeLooks[asked.outcome];
  return (
    <li className={styles['question']}>
      <div className={styles['questionHead']}>
        <h2>{asked.question.slice(0, LONGEST_HEADING)}</h2>
        <Badge tone={look.tone}>{look.label}</Badge>
        {asked.rating !== null && (
          <Badge tone={asked.rating === 'up' ? 'good' : 'bad'}>
            {asked.rating === 'up' ? 'Rated good' : 'Rated bad'}
          </Badge>
        )}
      </div>
      <div className={styles['soft']}>
        <Time at={asked.askedAt} /> · {asked.origin === 'api' ? 'through the API' : `on /${asked.path}`} ·{' '}
        {modelLabel(asked.model)}
      </div>
      <details>
        <summary>{summaryOf(asked)}</summary>
        {asked.question.length > LONGEST_HEADING && <p className={styles['answer']}>{asked.question}</p>}
        <div className={styles['answer']}>
          <BriefMarkdown text={asked.answer} linkBase={siteUrl} />
        </div>
      </details>
      {canWrite && (
        <div className={styles['questionActions']}>
          <Button isSmall kind="quiet" onClick={() => setIsAsking(true)}>
            Delete conversation
          </Button>
        </div>
      )}
      {isAsking && (
        <DeleteDialog projectId={projectId} conversationId={asked.conversationId} onClose={() => setIsAsking(false)} />
      )}
    </li>
  );
}

/** Summarizes an answer. The pages that it quotes are more informative than its first sentence. */
const summaryOf = ({ answer, sources }: AssistantQuestion): string =>
  sources.length === 0
    ? toPlainLine(answer) || 'Answer'
    : `Answer from ${sources.map(({ title }) => title).join(', ')}`;

interface DeleteDialogProps {
  readonly projectId: string;
  readonly conversationId: string;
  readonly onClose: () => void;
}

function DeleteDialog({ projectId, conversationId, onClose }: DeleteDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.deleteAssistantConversation({ projectId, conversationId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: questionsKey(projectId) }),
  });
  return (
    <Dialog
      title="Delete this conversation?"
      text="Deletes all of its questions and answers, not only this one. This can’t be undone."
      isOpen
      onClose={onClose}
    >
      <ErrorNotice error={remove.error} />
      <DialogActions>
        <Button onClick={onClose}>Keep</Button>
        <Button kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  );
}
