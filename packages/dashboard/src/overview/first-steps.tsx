import type { Project } from '@docwright/sdk';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { hasScope, useCan, useMe, type Scope } from '../accounts/me.ts';
import { useApi, useClient } from '../api/api-context.ts';
import { anyCodeHost } from '../code-hosts/host-kinds.ts';
import { Button, type ButtonKind } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/layout.tsx';
import { AnchorButton, LinkButton } from '../ui/link-button.tsx';
import { Progress } from '../ui/progress.tsx';
import { firstSteps, markFirstSteps, readFirstSteps, type FirstStep, type FirstSteps } from './first-step-endpoints.ts';
import styles from './first-steps.module.css';

/** The permission that each step needs. Steps for which the user lacks permission aren't shown. */
const needs: Readonly<Record<FirstStep, Scope>> = {
  example: 'agent-jobs:write',
  codeHost: 'repositories:write',
  repository: 'projects:write',
  model: 'projects:write',
  job: 'agent-jobs:write',
  published: 'deployments:write',
  members: 'members:write',
};

const words: Readonly<Record<FirstStep, readonly [title: string, text: string]>> = {
  example: ['See the example', 'Open its live site, and see what the agent changed in it.'],
  codeHost: ['Connect a code host', `${anyCodeHost}. Projects on the embedded code host don’t need it.`],
  repository: ['Create a project', 'From a repository, a folder on your computer, or a starter site.'],
  model: ['Set a model', 'Without a model, the agent can use only its built-in rules.'],
  job: ['Run your first agent job', 'Describe what should change; the agent opens a pull request.'],
  published: ['Publish your docs', 'Every push to the project’s branch is deployed. You can also export the site.'],
  members: ['Invite a member', 'Editors run jobs and publish; viewers read.'],
};

const stepsKey = (organizationId: string) => ['first-steps', organizationId] as const;

/** Requests the signed-in user's progress with the first steps; API keys have none. */
export function useFirstSteps(): UseQueryResult<FirstSteps> {
  const api = useApi();
  const { user, organization } = useMe();
  return useQuery({
    queryKey: stepsKey(organization.id),
    queryFn: () => api.gate.pass(() => readFirstSteps(api, organization.id)),
    enabled: user !== null,
  });
}

/** The remaining steps in a new organization, until all are done or the user closes the list. */
export function FirstStepsPanel({ projects }: { readonly projects: readonly Project[] }): ReactElement | null {
  const api = useApi();
  const queryClient = useQueryClient();
  const { organization, scopes } = useMe();
  const queryKey = stepsKey(organization.id);
  const query = useFirstSteps();
  const mark = useMutation({
    mutationFn: (what: Parameters<typeof markFirstSteps>[2]) => markFirstSteps(api, organization.id, what),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
  const state = query.data;
  if (state === undefined) return null;
  const shown = firstSteps.filter((step) => hasScope(scopes, needs[step]) && isOffered(step, state));
  const done = shown.filter((step) => state.done[step]).length;
  if (done === shown.length) return null;
  if (state.dismissed) {
    // Users may have closed the list by mistake.
    return mark.isSuccess && mark.variables.dismissed === true ? (
      <div className={styles['closed']} role="status">
        First steps are hidden.
        <Button isSmall kind="quiet" onClick={() => mark.mutate({ dismissed: false })}>
          Show again
        </Button>
      </div>
    ) : null;
  }
  return (
    <Panel
      title="First steps"
      actions={
        <Button isSmall kind="quiet" isBusy={mark.isPending} onClick={() => mark.mutate({ dismissed: true })}>
          Hide
        </Button>
      }
    >
      <div className={styles['progress']}>
        <Progress label="First steps" percent={(100 * done) / shown.length} text={`${done} of ${shown.length} done`} />
        <span>
          {done} of {shown.length} done
        </span>
      </div>
      <ol className={styles['steps']}>
        {shown
          .filter((step) => !state.done[step])
          .map((step, index) => (
            <OpenStep key={step} step={step}>
              <StepActions
                step={step}
                // The next step is emphasized.
                kind={index === 0 ? 'primary' : 'plain'}
                state={state}
                projects={projects}
                onOpenExample={() => mark.mutate({ openedExample: true })}
              />
            </OpenStep>
          ))}
      </ol>
      {done > 0 && <DoneSteps steps={shown.filter((step) => state.done[step])} />}
    </Panel>
  );
}

/**
 * Whether a step is offered. A project on the embedded code host needs no other code host, so the step is removed
 * rather than marked as done.
 */
function isOffered(step: FirstStep, { done, exampleProjectId }: FirstSteps): boolean {
  if (step === 'example') return exampleProjectId !== null;
  return step !== 'codeHost' || done.codeHost || !done.repository;
}

function OpenStep({ step, children }: { readonly step: FirstStep; readonly children: ReactNode }): ReactElement {
  const [title, text] = words[step];
  return (
    <li className={styles['step']}>
      <span className={styles['mark']} />
      <div>
        <div className={styles['title']}>{title}</div>
        <div className={styles['text']}>{text}</div>
      </div>
      <div className={styles['actions']}>{children}</div>
    </li>
  );
}

/** Collapsed, because completed steps need no space. */
const DoneSteps = ({ steps }: { readonly steps: readonly FirstStep[] }): ReactElement => (
  <details className={styles['done']}>
    <summary>{formatCount(steps.length, 'finished step')}</summary>
    <ul>
      {steps.map((step) => (
        <li key={step} className={styles['step']}>
          <span className={styles['mark']} data-done="true">
            <Icon name="check" size={14} />
          </span>
          <div>{words[step][0]}</div>
        </li>
      ))}
    </ul>
  </details>
);

interface StepActionsProps {
  readonly step: FirstStep;
  readonly kind: ButtonKind;
  readonly state: FirstSteps;
  readonly projects: readonly Project[];
  readonly onOpenExample: () => void;
}

function StepActions({ step, kind, state, projects, onOpenExample }: StepActionsProps): ReactElement {
  const own = projects.find(({ id }) => id !== state.exampleProjectId) ?? projects[0];
  const canSetModels = useCan('organization:write');
  const toProject = (tab?: 'model') =>
    own === undefined
      ? ({ to: '/projects' } as const)
      : ({ to: '/projects/$projectId', params: { projectId: own.id }, search: { tab } } as const);
  switch (step) {
    case 'example':
      return <ExampleLinks kind={kind} state={state} onOpen={onOpenExample} />;
    case 'codeHost':
      return (
        <LinkButton isSmall kind={kind} to="/code-hosts">
          Code hosts
        </LinkButton>
      );
    case 'repository':
      return (
        <LinkButton isSmall kind={kind} to="/projects/new">
          New project
        </LinkButton>
      );
    case 'model':
      return (
        <LinkButton
          isSmall
          kind={kind}
          {...(canSetModels ? ({ to: '/settings', search: { tab: 'models' } } as const) : toProject('model'))}
        >
          Set a model
        </LinkButton>
      );
    case 'job':
      return (
        <LinkButton isSmall kind={kind} to="/jobs/new">
          New job
        </LinkButton>
      );
    case 'published':
      return (
        <LinkButton isSmall kind={kind} {...toProject()}>
          Open the project
        </LinkButton>
      );
    case 'members':
      return (
        <LinkButton isSmall kind={kind} to="/settings" search={{ tab: 'members' }}>
          Invite
        </LinkButton>
      );
  }
}

interface ExampleLinksProps extends Pick<StepActionsProps, 'kind' | 'state'> {
  readonly onOpen: () => void;
}

function ExampleLinks({ kind, state, onOpen }: ExampleLinksProps): ReactElement {
  const client = useClient();
  const projectId = state.exampleProjectId ?? '';
  const site = useQuery({
    queryKey: ['first-steps', 'example', projectId],
    queryFn: ({ signal }) => client.getSite({ projectId }, { signal }),
  });
  return (
    <>
      {state.exampleJobId !== null && (
        <LinkButton
          isSmall
          to="/jobs/$projectId/$jobId"
          params={{ projectId, jobId: state.exampleJobId }}
          onClick={onOpen}
        >
          Pull request
        </LinkButton>
      )}
      {site.data?.live === true && (
        <AnchorButton
          isSmall
          kind={kind}
          icon="external"
          href={site.data.url}
          target="_blank"
          rel="noreferrer"
          onClick={onOpen}
        >
          Live site
        </AnchorButton>
      )}
    </>
  );
}
