import type { Project } from '@docwright/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useClient } from '../api/api-context.ts';
import { useEdits, type Edits } from '../editing/use-edits.ts';

type Field =
  | 'name'
  | 'repository'
  | 'branch'
  | 'docsFolder'
  | 'domains'
  | 'deploymentKind'
  | 'features'
  | 'asDraft'
  | 'excludeOrphans';

/** Edits of some of a project's settings, saved against the version that was edited. */
export function useProjectEdits<K extends Field>(project: Project, fields: readonly K[]): Edits<Project, K> {
  const client = useClient();
  const queryClient = useQueryClient();
  return useEdits<Project, K>({
    stored: project,
    fields,
    save: (edits, ifMatch) =>
      client.updateProject({ projectId: project.id, ...edits }, { ifMatch: ifMatch ?? undefined }),
    reload: () => queryClient.invalidateQueries({ queryKey: ['projects'] }),
  });
}
