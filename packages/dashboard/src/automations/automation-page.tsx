import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CopyId } from '../ui/code-block.tsx';
import { formatCount } from '../ui/format.ts';
import { Facts, PageHeader, Panel, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { AutomationDialog } from './automation-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DryRunDialog } from './dry-run-dialog.tsx';
import { describeTrigger, kindLabels } from './looks.ts';
import { automationQuery, automationsKey, type Automation } from './queries.ts';
import { RunsPanel } from './runs-panel.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/automations/$automationId');

export default function AutomationPage(): ReactElement {
  const { projectId, automationId: id } = route.useParams();
  const query = useQuery(automationQuery(useClient(), { projectId, id }));
  return (
    <Loaded query={query} title="Automation">
      {(automation) => <AutomationView key={id} automation={automation} />}
    </Loaded>
  );
}

function AutomationView({ automation }: { readonly automation: Automation }): ReactElement {
  const canWrite = useCan('agent-jobs:write');
  const { id, projectId, name, enabled, waitingFor, waitingEvents } = automation;
  return (
    <>
      <PageHeader
        title={name}
        parent={{ label: 'Automations', link: { to: '/projects/$projectId/automations', params: { projectId } } }}
        meta={
          <>
            <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? 'Enabled' : 'Disabled'}</Badge>
            <CopyId id={id} what="automation ID" />
          </>
        }
        actions={canWrite && <AutomationActions automation={automation} />}
      />
      <Stack>
        {enabled && waitingFor !== null && (
          <Notice tone="warn" title={waitingEvents === 0 ? 'No run can start now' : `Waiting events: ${waitingEvents}`}>
            {waitingFor}
          </Notice>
        )}
        <Panel title="Settings">
          <Facts rows={listFacts(automation)} />
        </Panel>
        <RunsPanel automation={automation} />
      </Stack>
    </>
  );
}

function listFacts(automation: Automation): readonly (readonly [string, ReactNode])[] {
  const {
    kind,
    trigger,
    instructions,
    contextRepositories,
    limits,
    eventUrl,
    nextRunAt,
    source,
    notify,
    targetLanguages,
  } = automation;
  const usd = limits.usdPerMonth === null ? '' : `, USD per month: ${limits.usdPerMonth}`;
  return [
    ['Task', kindLabels[kind]],
    ['Starts', describeTrigger(trigger)],
    ...(source === null ? [] : ([['Defined by', `${source.path} at ${source.commit.slice(0, 7)}`]] as const)),
    ...(nextRunAt === null ? [] : ([['Next run', <Time key="next" at={nextRunAt} />]] as const)),
    ...(eventUrl === null ? [] : ([['Address for events', eventUrl]] as const)),
    ...(trigger.paths === undefined ? [] : ([['Only these files', trigger.paths.join(', ')]] as const)),
    ...(trigger.excludeAuthors === undefined
      ? []
      : ([['Except commits by', trigger.excludeAuthors.join(', ')]] as const)),
    ...(targetLanguages.length === 0 ? [] : ([['Languages', targetLanguages.join(', ')]] as const)),
    ...(instructions === '' ? [] : ([['Instructions', instructions]] as const)),
    ...(contextRepositories.length === 0
      ? []
      : ([['Source code', contextRepositories.map(({ repository }) => repository).join(', ')]] as const)),
    [
      'Limits',
      `${formatCount(limits.runsPerDay, 'run')} a day, ${formatCount(limits.openPullRequests, 'open pull request')}${usd}`,
    ],
    ...(notify.length === 0 ? [] : ([['Notifies', notify.join(', ')]] as const)),
    ['Created', <Time key="created" at={automation.createdAt} />],
    ['Created by', automation.createdBy],
  ];
}

type Ask = 'change' | 'rotate' | 'delete' | 'dry-run';

function AutomationActions({ automation }: { readonly automation: Automation }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const [asked, setAsked] = useState<Ask>();
  const { id, projectId, enabled, trigger, lastRun, source } = automation;
  const isOwn = source === null;
  const name = { projectId, id };
  const reload = () => queryClient.invalidateQueries({ queryKey: automationsKey(projectId) });
  const close = () => setAsked(undefined);
  const run = useMutation({ mutationFn: () => client.runAutomation(name), onSuccess: reload });
  const toggle = useMutation({
    mutationFn: () => client.updateAutomation({ ...name, enabled: !enabled }),
    onSuccess: reload,
  });
  const rotate = useMutation({ mutationFn: () => client.rotateAutomationSecret(name) });
  const remove = useMutation({
    mutationFn: () => client.deleteAutomation(name),
    onSuccess: async () => {
      await navigate({ to: '/projects/$projectId/automations', params: { projectId } });
      await reload();
    },
  });
  const isActive = lastRun?.state === 'running' || lastRun?.state === 'queued';
  return (
    <>
      <ErrorNotice error={run.error ?? toggle.error} />
      {enabled && (
        <Button kind="primary" isBusy={run.isPending} disabled={isActive} onClick={() => run.mutate()}>
          Run now
        </Button>
      )}
      <Button onClick={() => setAsked('dry-run')}>Dry run</Button>
      {isOwn && (
        <>
          <Button isBusy={toggle.isPending} onClick={() => toggle.mutate()}>
            {enabled ? 'Disable' : 'Enable'}
          </Button>
          <Button onClick={() => setAsked('change')}>Change</Button>
        </>
      )}
      {trigger.type === 'event' && <Button onClick={() => setAsked('rotate')}>Rotate secret</Button>}
      {isOwn && (
        <Button kind="danger" onClick={() => setAsked('delete')}>
          Delete
        </Button>
      )}
      {asked === 'dry-run' && <DryRunDialog automation={automation} onClose={close} />}
      {asked === 'change' && <AutomationDialog projectId={projectId} automation={automation} onClose={close} />}
      {rotate.data !== undefined && rotate.data.secret !== null && (
        <SecretDialog secret={rotate.data.secret} eventUrl={rotate.data.eventUrl} onClose={() => rotate.reset()} />
      )}
      <ConfirmDialog
        title="Rotate the secret?"
        text="Events that are signed with the old secret are rejected immediately."
        action="Rotate"
        isOpen={asked === 'rotate' && rotate.data === undefined}
        error={rotate.error}
        isBusy={rotate.isPending}
        onConfirm={() => rotate.mutate(undefined, { onSuccess: close })}
        onClose={close}
      />
      <ConfirmDialog
        title="Delete the automation?"
        text="This also deletes its runs. Its agent jobs and pull requests remain. This can’t be undone."
        action="Delete"
        isDangerous
        isOpen={asked === 'delete'}
        error={remove.error}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={close}
      />
    </>
  );
}
