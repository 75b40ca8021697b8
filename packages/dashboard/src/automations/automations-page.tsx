import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { projectQuery } from '../project-data/queries.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import { PageHeader, Panel, Stack, Table } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { AutomationDialog } from './automation-dialog.tsx';
import styles from './automations.module.css';
import { describeTrigger, kindLabels } from './looks.ts';
import { automationsKey, automationsQuery, type Automation, type FileProblem } from './queries.ts';
import { RunBadge } from './run-badge.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/automations');

export default function AutomationsPage(): ReactElement {
  const { projectId } = route.useParams();
  const client = useClient();
  const project = useQuery(projectQuery(client, projectId));
  const automations = useQuery(automationsQuery(client, projectId));
  const canWrite = useCan('agent-jobs:write');
  const [isCreating, setIsCreating] = useState(false);
  const create = canWrite && (
    <Button kind="primary" icon="plus" onClick={() => setIsCreating(true)}>
      Create automation
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Automations"
        text="Automations start agent jobs on a schedule, after changes, or when an event arrives."
        parent={{ label: project.data?.name ?? 'Project', link: { to: '/projects/$projectId', params: { projectId } } }}
        actions={automations.data?.automations.length !== 0 && create}
      />
      <Loaded query={automations}>
        {({ automations: list, problems }) => (
          <Stack>
            <FileProblems problems={problems} />
            {list.length === 0 ? (
              <EmptyState icon="refresh" title="No automations yet" actions={create}>
                An automation keeps the documentation up to date: for example, it checks links each week, or updates
                pages when the product’s code changes. You review its pull requests.
              </EmptyState>
            ) : (
              <Panel isFlush>
                <Table label="Automations" columns={['Automation', 'Starts', 'Last run', 'Enabled']}>
                  {list.map((automation) => (
                    <Row key={automation.id} automation={automation} canWrite={canWrite} />
                  ))}
                </Table>
              </Panel>
            )}
          </Stack>
        )}
      </Loaded>
      {isCreating && <AutomationDialog projectId={projectId} onClose={() => setIsCreating(false)} />}
    </>
  );
}

function FileProblems({ problems }: { readonly problems: readonly FileProblem[] }): ReactElement | null {
  if (problems.length === 0) return null;
  return (
    <Notice tone="warn" title={`Problems in automation files: ${problems.length}`}>
      <ul className={styles['problems']}>
        {problems.map(({ path, line, message }) => (
          <li key={`${path}:${line}`}>
            <code>{`${path}:${line}`}</code> {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Row({ automation, canWrite }: { readonly automation: Automation; readonly canWrite: boolean }): ReactElement {
  const { id, projectId, name, kind, trigger, enabled, lastRun, waitingFor, nextRunAt, source } = automation;
  const client = useClient();
  const queryClient = useQueryClient();
  const toggle = useMutation({
    mutationFn: (isEnabled: boolean) => client.updateAutomation({ projectId, id, enabled: isEnabled }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: automationsKey(projectId) }),
  });
  return (
    <tr>
      <td>
        <div>
          <Link
            to="/projects/$projectId/automations/$automationId"
            params={{ projectId, automationId: id }}
            className={styles['name'] ?? ''}
          >
            {name}
          </Link>
          <div className={styles['soft']}>{kindLabels[kind]}</div>
          {source !== null && <div className={styles['soft']}>{source.path}</div>}
          <ErrorNotice error={toggle.error} />
        </div>
      </td>
      <td data-label="Starts">
        <div>
          {describeTrigger(trigger)}
          {nextRunAt !== null && (
            <div className={styles['soft']}>
              Next: <Time at={nextRunAt} />
            </div>
          )}
        </div>
      </td>
      <td data-label="Last run">
        <div>
          {lastRun === null ? <span className={styles['soft']}>None yet</span> : <RunBadge run={lastRun} />}
          <div className={styles['soft']}>{waitingFor ?? lastRun?.outcome}</div>
        </div>
      </td>
      <td data-label="Enabled">
        <Checkbox
          label={`Enable ${name}`}
          isLabelHidden
          isChecked={enabled}
          isDisabled={!canWrite || source !== null}
          onChange={(isEnabled) => toggle.mutateAsync(isEnabled)}
        />
      </td>
    </tr>
  );
}
