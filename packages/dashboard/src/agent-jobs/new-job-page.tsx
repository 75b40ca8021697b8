import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import type { Client } from '../api/create-api.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice, NotPermitted } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { useDraft } from '../browser/use-draft.ts';
import { projectsQuery } from '../project-data/queries.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField, type Choice } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Columns, PageHeader, Panel, Stack } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { EmptyState } from '../ui/states.tsx';
import type { Project } from '@docwright/sdk';
import { PromptField } from './prompt-field.tsx';
import styles from './prompt-form.module.css';
import { PromptImages } from './prompt-images.tsx';
import { sendingTime, toAttachments, useAttachedImages } from './use-attached-images.ts';
import { promptTemplates, withTemplate } from './prompt-templates.ts';
import { LONGEST_PROMPT } from './longest-prompt.ts';

const route = getRouteApi('/signed-in/jobs/new');
const rulesModel = 'builtin/rules-1';

/** Prompts that the built-in rules understand; a model accepts any prompt. */
const examples = [
  'fix broken links',
  'Move page guides/migrate to guides/import',
  'append section "Limits" to quickstart: "A project has 50 flags."',
];

export default function NewJobPage(): ReactElement {
  const client = useClient();
  const canWrite = useCan('agent-jobs:write');
  const projects = useQuery({ ...projectsQuery(client), enabled: canWrite });
  return (
    <>
      <PageHeader
        title="New agent job"
        text="The agent edits the repository in the background and opens one pull request."
        parent={{ label: 'Agent jobs', link: { to: '/jobs' } }}
      />
      {!canWrite && (
        <NotPermitted>
          Your role lets you read agent jobs but not start them. Ask an owner for another role.
        </NotPermitted>
      )}
      {canWrite && (
        <Loaded query={projects}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                icon="projects"
                title="Create a project first"
                actions={
                  <LinkButton to="/projects/new" kind="primary" icon="plus">
                    Connect a repository
                  </LinkButton>
                }
              >
                An agent job needs a connected repository.
              </EmptyState>
            ) : (
              <NewJobForm projects={list} />
            )
          }
        </Loaded>
      )}
    </>
  );
}

type DraftChoice = 'default' | 'draft' | 'ready';
const draftChoices: readonly Choice<DraftChoice>[] = [
  { value: 'default', label: 'Project default' },
  { value: 'ready', label: 'Ready for review' },
  { value: 'draft', label: 'Draft' },
];

function NewJobForm({ projects }: { readonly projects: readonly Project[] }): ReactElement {
  const navigate = route.useNavigate();
  const asked = route.useSearch().project;
  const [projectId, setProjectId] = useState(projects.find(({ id }) => id === asked)?.id ?? projects[0]?.id ?? '');
  const [prompt, setPrompt] = useSuggestedPrompt();
  const [branch, setBranch] = useState('');
  const [draft, setDraft] = useState<DraftChoice>('default');
  const attached = useAttachedImages();
  const project = projects.find(({ id }) => id === projectId);
  const create = useStartJob(async (id) => {
    setPrompt('');
    await navigate({ to: '/jobs/$projectId/$jobId', params: { projectId, jobId: id } });
  });
  const errors = fieldErrors(create.error);
  const submit = () => {
    if (prompt.trim() === '' || create.isPending) return;
    create.mutate({
      projectId,
      prompt,
      ...(branch.trim() !== '' && { branch: branch.trim() }),
      ...(draft !== 'default' && { asDraft: draft === 'draft' }),
      ...toAttachments(attached.images),
    });
  };
  const sendWithKeys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
  };
  return (
    <Panel>
      <Form className={styles['form']} onSubmit={submit}>
        <Stack>
          <Templates
            isRules={project?.model === rulesModel}
            onChoose={(template) => setPrompt(withTemplate(prompt, template))}
          />
          <PromptImages projectId={projectId} attached={attached}>
            <PromptField
              projectId={projectId}
              label="What should change?"
              hint={promptHint(project)}
              error={errors['prompt']}
              placeholder={examples.join('\n')}
              maxLength={LONGEST_PROMPT}
              rows={7}
              autoFocus
              value={prompt}
              onChange={setPrompt}
              onKeyDown={sendWithKeys}
            />
          </PromptImages>
          <Columns>
            <SelectField
              label="Project"
              value={projectId}
              choices={projects.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setProjectId}
            />
            <TextField
              label="Base branch"
              hint={`Defaults to ${project?.branch ?? 'the project’s branch'}.`}
              error={errors['branch']}
              maxLength={200}
              value={branch}
              onChange={setBranch}
            />
            <SelectField label="Pull request" value={draft} choices={draftChoices} onChange={setDraft} />
          </Columns>
          <ErrorNotice error={create.error} />
          <div className={styles['foot']}>
            <span className={styles['soft']}>Press Ctrl+Enter or ⌘+Enter to start.</span>
            <Button type="submit" kind="primary" icon="send" isBusy={create.isPending} disabled={prompt.trim() === ''}>
              Start job
            </Button>
          </div>
        </Stack>
      </Form>
    </Panel>
  );
}

/**
 * Returns the draft of the prompt. A prompt that another page suggests is added to it only once, so that no draft is
 * lost and a reload adds nothing.
 */
function useSuggestedPrompt(): ReturnType<typeof useDraft> {
  const [prompt, setPrompt] = useDraft('prompt.new');
  const navigate = route.useNavigate();
  const suggested = useRouterState({ select: ({ location }) => location.state.prompt });
  useEffect(() => {
    if (suggested === undefined) return;
    setPrompt(withTemplate(prompt, suggested));
    void navigate({ search: (search) => search, state: {}, replace: true });
    // Depends only on a new prompt, because the draft changes while it is edited.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [suggested]);
  return [prompt, setPrompt];
}

interface TemplatesProps {
  readonly isRules: boolean;
  readonly onChoose: (prompt: string) => void;
}

function Templates({ isRules, onChoose }: TemplatesProps): ReactElement {
  const usable = promptTemplates.filter(({ needsModel }) => !isRules || !needsModel);
  return (
    <div role="group" aria-label="Templates" className={styles['templates']}>
      {usable.map(({ label, prompt }) => (
        <Button key={label} isSmall onClick={() => onChoose(prompt)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

const promptHint = (project: Project | undefined): ReactNode =>
  project?.model === rulesModel ? (
    <>
      This project uses the built-in rules, which understand fixed phrases such as “{examples[1]}”. To write free-form
      prompts, set a model in the project’s settings. Type @ to name a page.
    </>
  ) : (
    'Describe the change. Name the pages and terms, and what they should say afterwards. Type @ to name a page.'
  );

type JobInput = Parameters<Client['createAgentJob']>[0];

/** Starts a job. Attempts with the same input use the same key, so that a lost response doesn't create a second job. */
function useStartJob(onStarted: (jobId: string) => Promise<void>) {
  const client = useClient();
  const attempt = useRef({ key: '', of: '' });
  return useMutation({
    mutationFn: (input: JobInput) => {
      const of = JSON.stringify(input);
      if (attempt.current.of !== of) attempt.current = { key: newKey(), of };
      return client.createAgentJob(input, {
        idempotencyKey: attempt.current.key,
        ...sendingTime(input.attachments ?? []),
      });
    },
    onSuccess: ({ id }) => onStarted(id),
  });
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
