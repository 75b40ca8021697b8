import type { Project } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';

export interface DeleteProjectDialogProps {
  readonly project: Project;
  readonly onClose: () => void;
}

export default function DeleteProjectDialog({ project, onClose }: DeleteProjectDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => client.deleteProject({ projectId: project.id }),
    onSuccess: async () => {
      await navigate({ to: '/projects' });
      queryClient.removeQueries({ queryKey: ['projects', project.id] });
      await queryClient.invalidateQueries({ queryKey: ['projects'] });
    },
  });
  return (
    <Dialog
      title={`Delete “${project.name}”?`}
      text="This also deletes its jobs, exports and bundles, and their links stop working. This can’t be undone."
      isOpen
      onClose={onClose}
    >
      <TextField label={`Type ${project.name} to confirm`} autoComplete="off" value={typed} onChange={setTyped} />
      <ErrorNotice error={remove.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
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
  );
}
