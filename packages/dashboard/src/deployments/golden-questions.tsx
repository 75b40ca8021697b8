import type { SearchChecks } from '@docwright/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Columns, Panel, Stack, Table } from '../ui/layout.tsx';
import styles from './deployments.module.css';
import { searchChecksQuery } from './queries.ts';

type Questions = SearchChecks['questions'];

const MOST = 50;

/** Queries with their expected pages, which are used to compare previews with the live site. */
export default function GoldenQuestions({ projectId }: { readonly projectId: string }): ReactElement {
  const query = useQuery(searchChecksQuery(useClient(), projectId));
  return (
    <Loaded query={query} lines={3}>
      {({ questions }) => <QuestionsPanel projectId={projectId} questions={questions} />}
    </Loaded>
  );
}

interface PanelProps {
  readonly projectId: string;
  readonly questions: Questions;
}

function QuestionsPanel({ projectId, questions }: PanelProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('projects:write');
  const save = useMutation({
    mutationFn: (next: Questions) => client.setSearchChecks({ projectId, questions: next }),
    onSuccess: (saved) => queryClient.setQueryData(searchChecksQuery(client, projectId).queryKey, saved),
  });
  return (
    <Panel
      title="Golden questions"
      text="Each preview’s search is compared with the live site’s, using these questions and readers’ most frequent searches. Improvements and regressions are listed in the pull request comment."
    >
      <Stack>
        {questions.length > 0 && (
          <Table
            label="Golden questions"
            columns={['Query', 'Page that answers it', ...(canWrite ? [{ hidden: 'Actions' }] : [])]}
          >
            {questions.map(({ query, path }, index) => (
              <tr key={JSON.stringify([query, path, index])}>
                <td>
                  <span className={styles['name']}>{query}</span>
                </td>
                <td data-label="Page">
                  <code>{path}</code>
                </td>
                {canWrite && (
                  <td>
                    <Button
                      isSmall
                      aria-label={`Remove ${query}`}
                      disabled={save.isPending}
                      onClick={() => save.mutate(questions.filter((_, place) => place !== index))}
                    >
                      Remove
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </Table>
        )}
        {canWrite && questions.length < MOST && (
          <AddQuestion
            isBusy={save.isPending}
            onAdd={(added, onDone) => save.mutate([...questions, added], { onSuccess: onDone })}
          />
        )}
        {!canWrite && questions.length === 0 && <p>No golden questions yet.</p>}
        <ErrorNotice error={save.error} />
      </Stack>
    </Panel>
  );
}

interface AddProps {
  readonly isBusy: boolean;
  readonly onAdd: (added: Questions[number], onDone: () => void) => void;
}

function AddQuestion({ isBusy, onAdd }: AddProps): ReactElement {
  const [query, setQuery] = useState('');
  const [path, setPath] = useState('');
  const submit = () => {
    if (isBusy || query.trim() === '' || path.trim() === '') return;
    const address = path.trim().startsWith('/') ? path.trim() : `/${path.trim()}`;
    onAdd({ query: query.trim(), path: address }, () => {
      setQuery('');
      setPath('');
    });
  };
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Columns>
          <TextField label="Query or question" maxLength={200} required value={query} onChange={setQuery} />
          <TextField label="Page that answers it" maxLength={500} required value={path} onChange={setPath} />
        </Columns>
        <div>
          <Button type="submit" icon="plus" isBusy={isBusy}>
            Add question
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
