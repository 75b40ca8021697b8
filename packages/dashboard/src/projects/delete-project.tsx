import type { Project } from '@docwright/sdk';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/layout.tsx';

const DeleteProjectDialog = lazy(() => import('./delete-project-dialog.tsx'));

export function DeleteProject({ project }: { readonly project: Project }): ReactElement | null {
  const canWrite = useCan('projects:write');
  const [isOpen, setIsOpen] = useState(false);
  if (!canWrite) return null;
  return (
    <>
      <Panel
        title="Delete the project"
        text="Deletes the project’s jobs, exports and bundles. The repository and its pull requests aren’t deleted."
        actions={
          <Button kind="danger" isSmall onClick={() => setIsOpen(true)}>
            Delete project
          </Button>
        }
      />
      {isOpen && (
        <Suspense>
          <DeleteProjectDialog project={project} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
