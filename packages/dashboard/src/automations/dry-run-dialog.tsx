import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Facts, Stack, Table } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import styles from './automations.module.css';
import { dryRunQuery, type Automation, type DryRun } from './queries.ts';

export interface DryRunDialogProps {
  readonly automation: Automation;
  readonly onClose: () => void;
}

/** Describes what a run would do now. On request, a job makes the changes without publishing them. */
export function DryRunDialog({ automation: { projectId, id }, onClose }: DryRunDialogProps): ReactElement {
  const client = useClient();
  const navigate = useNavigate();
  const query = useQuery(dryRunQuery(client, { projectId, id }));
  const work = useMutation({
    mutationFn: () => client.dryRunAutomation({ projectId, id, diff: true }),
    onSuccess: async ({ jobId }) => {
      if (jobId !== null) await navigate({ to: '/jobs/$projectId/$jobId', params: { projectId, jobId } });
    },
  });
  return (
    <Dialog title="Dry run" text="Shows what a run would do now. Nothing is published." isOpen onClose={onClose}>
      <Stack>
        <Loaded query={query}>{(tried) => <DryRunView tried={tried} />}</Loaded>
        <ErrorNotice error={work.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" isBusy={work.isPending} onClick={() => work.mutate()}>
            Make the changes without publishing
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

function DryRunView({ tried }: { readonly tried: DryRun }): ReactElement {
  const { events, waitingFor, prompt } = tried;
  return (
    <>
      {waitingFor !== null && (
        <Notice tone="warn" title="No run can start now">
          {waitingFor}
        </Notice>
      )}
      {events.length > 0 && (
        <Table label="Events" columns={['Time', 'Event', 'Effect']}>
          {events.map(({ at, text, source, ignored }) => (
            <tr key={`${at} ${source ?? ''}`}>
              <td>
                <Time at={at} />
              </td>
              <td data-label="Event">{text}</td>
              <td data-label="Effect">
                {ignored === null ? 'Starts a run' : <span className={styles['soft']}>{ignored}</span>}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Facts rows={listScope(tried)} />
      <CodeBlock label="prompt" code={prompt} isWrapped />
    </>
  );
}

function listScope({ scope, waitingEvents, asksFirst }: DryRun): readonly (readonly [string, ReactNode])[] {
  const { contextRepositories, allowPaths, denyPaths, docsFolder } = scope;
  return [
    ['Waiting events', String(waitingEvents)],
    ...(asksFirst ? ([['First question', 'Is there anything to do?']] as const) : []),
    ['Model', scope.model],
    ['Branch', scope.branch],
    ...(docsFolder === '' ? [] : ([['Docs folder', docsFolder]] as const)),
    ['Can change', allowPaths.join(', ')],
    ...(denyPaths.length === 0 ? [] : ([['Except', denyPaths.join(', ')]] as const)),
    ...(contextRepositories.length === 0
      ? []
      : ([['Source code', contextRepositories.map(({ repository }) => repository).join(', ')]] as const)),
    ['Pull request', scope.pullRequest ?? 'A new one'],
  ];
}
