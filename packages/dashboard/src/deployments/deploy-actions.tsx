import type { Deployment, Project } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Stack } from '../ui/layout.tsx';
import { deploymentsKey } from './queries.ts';

/** Starts a deployment, and opens its page. */
function useStart<T>(projectId: string, start: (input: T) => Promise<{ readonly statusId: string }>) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: start,
    onSuccess: async ({ statusId }) => {
      void queryClient.invalidateQueries({ queryKey: deploymentsKey(projectId) });
      await navigate({
        to: '/projects/$projectId/deployments/$deploymentId',
        params: { projectId, deploymentId: statusId },
      });
    },
  });
}

export function DeployNow({ project }: { readonly project: Project }): ReactElement {
  const client = useClient();
  const start = useStart(project.id, async () => client.updateProjectSite({ projectId: project.id }));
  return (
    <>
      <ErrorNotice error={start.error} />
      <Button kind="primary" isBusy={start.isPending} onClick={() => start.mutate(undefined)}>
        Deploy now
      </Button>
    </>
  );
}

/** Deploys the same branch again, at its newest commit. */
export function DeployAgain({ deployment }: { readonly deployment: Deployment }): ReactElement {
  const client = useClient();
  const { projectId, branch, environment } = deployment;
  const start = useStart(projectId, async () =>
    environment === 'production'
      ? client.updateProjectSite({ projectId })
      : client.createPreviewDeployment({ projectId, branch }),
  );
  return (
    <>
      <ErrorNotice error={start.error} />
      <Button isBusy={start.isPending} onClick={() => start.mutate(undefined)}>
        Deploy again
      </Button>
    </>
  );
}

export function DeployBranch({ project }: { readonly project: Project }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon="branch" onClick={() => setIsOpen(true)}>
        Deploy a branch
      </Button>
      {isOpen && <BranchDialog project={project} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface BranchDialogProps {
  readonly project: Project;
  readonly onClose: () => void;
}

function BranchDialog({ project, onClose }: BranchDialogProps): ReactElement {
  const client = useClient();
  const [branch, setBranch] = useState('');
  const start = useStart(project.id, async (name: string) =>
    client.createPreviewDeployment({ projectId: project.id, branch: name }),
  );
  const refused = fieldErrors(start.error)['branch'];
  const submit = () => {
    if (!start.isPending) start.mutate(branch.trim());
  };
  return (
    <Dialog
      title="Deploy a branch"
      text="Builds a preview of the branch at its own address. The live site doesn’t change."
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={submit}>
        <Stack>
          <TextField
            label="Branch"
            error={refused}
            required
            autoFocus
            autoComplete="off"
            maxLength={200}
            value={branch}
            onChange={setBranch}
          />
          {refused === undefined && <ErrorNotice error={start.error} />}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="primary" isBusy={start.isPending} disabled={branch.trim() === ''}>
              Deploy branch
            </Button>
          </DialogActions>
        </Stack>
      </Form>
    </Dialog>
  );
}
