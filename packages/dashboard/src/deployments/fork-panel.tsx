import type { Project } from '@docwright/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import type { Client } from '../api/create-api.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Panel, Table } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { toShortSha } from './describe-deployment.ts';
import styles from './deployments.module.css';
import { deploymentsKey } from './queries.ts';

type PullRequest = Awaited<ReturnType<Client['listPullRequests']>>['pullRequests'][number];

/** A pull request reported by a hook appears within this time. */
const ASK_EVERY_MS = 5000;

/** Pull requests from forks whose head hasn't been approved for building. Renders nothing if none exist. */
export function ForkPanel({ project }: { readonly project: Project }): ReactElement | null {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('deployments:write');
  const open = useQuery({
    queryKey: [...deploymentsKey(project.id), 'pull-requests'],
    queryFn: async ({ signal }) => (await client.listPullRequests({ projectId: project.id }, { signal })).pullRequests,
    refetchInterval: ASK_EVERY_MS,
  });
  const approve = useMutation({
    mutationFn: ({ number, headCommit }: PullRequest) =>
      client.approvePullRequest({ projectId: project.id, number: String(number), commit: headCommit }),
    // The list is also reloaded after a rejection, because the head has moved, and only the new head can be approved.
    onSettled: () => queryClient.invalidateQueries({ queryKey: deploymentsKey(project.id) }),
  });
  const waiting = (open.data ?? []).filter(({ waitsForApproval }) => waitsForApproval);
  const problem = approve.error ?? (open.data === undefined ? open.error : null);
  if (waiting.length === 0 && approve.isIdle && problem === null) return null;
  return (
    <>
      {approve.data && (
        <Notice tone="good" title={`Pull request #${approve.data.number} is approved`} isLive>
          Its preview is being built. New commits need a new approval.
        </Notice>
      )}
      <ErrorNotice error={problem} />
      {waiting.length > 0 && (
        <Panel
          title="Pull requests from forks"
          text="Approval builds exactly this commit, in a sandbox without secrets, and publishes its pages at one of your addresses. Review the commit first: its scripts run on those pages."
          isFlush
        >
          <Table
            label="Pull requests from forks"
            columns={['Pull request', 'Head', 'Into', ...(canWrite ? [{ hidden: 'Actions' }] : [])]}
          >
            {waiting.map((pull) => (
              <tr key={pull.number}>
                <td>
                  <div>
                    <a href={pull.url} target="_blank" rel="noreferrer" className={styles['name']}>
                      #{pull.number} <bdi>{pull.title}</bdi>
                    </a>
                    <div className={styles['soft']}>
                      {pull.author !== null && (
                        <>
                          <bdi>{pull.author}</bdi>,{' '}
                        </>
                      )}
                      {pull.headBranch}
                    </div>
                  </div>
                </td>
                <td data-label="Head">
                  <code>{toShortSha(pull.headCommit)}</code>
                </td>
                <td data-label="Into">{pull.baseBranch}</td>
                {canWrite && (
                  <td>
                    <Button
                      isSmall
                      isBusy={approve.isPending && approve.variables.number === pull.number}
                      aria-label={`Approve #${pull.number}`}
                      onClick={() => approve.mutate(pull)}
                    >
                      Approve
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </Table>
        </Panel>
      )}
    </>
  );
}
