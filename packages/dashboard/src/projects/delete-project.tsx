import type { Project } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Panel } from '../ui/layout.tsx';

export function DeleteProject({ project }: { readonly project: Project }): ReactElement | null {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const canWrite = useCan('projects:write');
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => client.deleteProject({ projectId: project.id }),
    onSuccess: async () => {
      await navigate({ to: '/projects' });
      queryClient.removeQueries({ queryKey: ['projects', project.id] });
      await queryClient.invalidateQueries({ queryKey: ['projects'] });
    },
  });
  if (!canWrite) return null;
  return (
    <Panel
      title="Delete the project"
      text="Deletes the project’s jobs, exports and bundles. The repository and its pull requests stay."
      actions={
        <Button kind="danger" isSmall onClick={() => setIsOpen(true)}>
          Delete project
        </Button>
      }
    >
      <Dialog
        title={`Delete “${project.name}”?`}
        text="This also deletes its jobs, exports and bundles, and their links stop working. This can’t be undone."
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <TextField label={`Type ${project.name} to confirm`} autoComplete="off" value={typed} onChange={setTyped} />
        <ErrorNotice error={remove.error} />
        <DialogActions>
          <Button onClick={() => setIsOpen(false)}>Cancel</Button>
          <Button
            kind="danger"
            isBusy={remove.isPending}
            disabled={typed.trim() !== project.name.trim()}
            onClick={() => remove.mutate()}
          >
            Delete project
          </Button>
        </DialogActions>
      </Dialog>
    </Panel>
  );
}
