import type { Deployment, Project } from '@docwright/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { formatCount } from '../ui/format.ts';
import { Time } from '../ui/time.tsx';
import { findFilesBetween, toShortSha, toTitle } from './describe-deployment.ts';
import styles from './deployments.module.css';
import { deploymentsKey, newestDeploymentsQuery, type Followed } from './queries.ts';

/** No deployment is followed, because ended deployments no longer change. */
const nobody: Followed = new Set();

export interface PromoteProps {
  readonly project: Project;
  readonly deployment: Deployment;
  /** The deployment that is live now. */
  readonly live: Deployment | null;
}

/** Promotion and rollback are the same operation in the service, but differ for users. */
export function PromoteButton({ project, deployment, live }: PromoteProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const isRollback = live !== null && deployment.createdAt < live.createdAt;
  const label = isRollback ? 'Roll back to this' : 'Promote';
  return (
    <>
      <Button kind="primary" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog
        title={isRollback ? 'Roll back the live site?' : 'Promote this deployment?'}
        text={`It stays live until ${project.branch} has a new commit.`}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <PromoteForm {...{ project, deployment, live, label }} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function PromoteForm({
  deployment,
  live,
  label,
  onClose,
}: PromoteProps & { readonly label: string; readonly onClose: () => void }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const { projectId, deploymentId } = deployment;
  const promote = useMutation({
    mutationFn: () => client.promoteDeployment({ projectId, deploymentId }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: deploymentsKey(projectId) });
      onClose();
    },
  });
  return (
    <>
      <div className={styles['sides']}>
        <Side label="Live now" deployment={live} />
        <Side label="Will be live" deployment={deployment} />
      </div>
      {live && <FilesBetween live={live} target={deployment} />}
      <ErrorNotice error={promote.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" isBusy={promote.isPending} onClick={() => promote.mutate()}>
          {label}
        </Button>
      </DialogActions>
    </>
  );
}

function Side({ label, deployment }: { readonly label: string; readonly deployment: Deployment | null }): ReactElement {
  return (
    <div className={styles['side']}>
      <span className={styles['sideLabel']}>{label}</span>
      {deployment === null ? (
        'Nothing yet'
      ) : (
        <>
          <span className={styles['name']}>{toTitle(deployment)}</span>
          <span className={styles['soft']}>
            {deployment.commit && <code>{toShortSha(deployment.commit.sha)}</code>} · {deployment.branch}
            {deployment.pageCount !== null && ` · ${formatCount(deployment.pageCount, 'page')}`}
            {' · '}
            <Time at={deployment.createdAt} />
          </span>
        </>
      )}
    </div>
  );
}

interface FilesBetweenProps {
  readonly live: Deployment;
  readonly target: Deployment;
}

function FilesBetween({ live, target }: FilesBetweenProps): ReactElement | null {
  const ready = useQuery(
    newestDeploymentsQuery(useClient(), target.projectId, { status: 'success', followed: nobody }),
  );
  const files = ready.data && findFilesBetween(live, target, ready.data);
  if (files === undefined) return null;
  if (files.length === 0) return <p>Both deployments were built from the same files.</p>;
  return (
    <details>
      <summary>{formatCount(files.length, 'file')} changed between them</summary>
      <ul className={styles['paths']}>
        {files.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
    </details>
  );
}
