import type { ModelTests } from '@docwright/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import type { Client } from '../api/create-api.ts';
import type { SetModel } from './provider.ts';

export type ShownModels = Awaited<ReturnType<Client['getProjectModels']> | ReturnType<Client['getOrganizationModels']>>;

interface SetRequest {
  readonly models: SetModel[];
  readonly embedding?: SetModel | null;
}

/** The models that the form reads and changes: those of one project, or of all projects without their own models. */
export interface ModelsOwner {
  readonly level: 'project' | 'organization';
  readonly canWrite: boolean;
  readonly queryKey: readonly string[];
  readonly get: (signal: AbortSignal) => Promise<ShownModels>;
  readonly set: (request: SetRequest, ifMatch: string | null) => Promise<ShownModels>;
  readonly remove: () => Promise<void>;
  readonly test: () => Promise<ModelTests>;
  /** Refetched after a change, because projects show their models' names. */
  readonly reload: () => Promise<void>;
}

const testTimeout = { timeoutMs: 120_000 };

/** @param projectId null: the organization's */
export function useModelsOwner(projectId: string | null): ModelsOwner {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWriteProject = useCan('projects:write');
  const canWriteOrganization = useCan('organization:write');
  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey: ['models'] });
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
  };
  if (projectId === null) {
    return {
      level: 'organization',
      canWrite: canWriteOrganization,
      queryKey: ['models', 'organization'],
      get: (signal) => client.getOrganizationModels({ signal }),
      set: (request, ifMatch) => client.setOrganizationModels(request, { ifMatch: ifMatch ?? 'null' }),
      remove: () => client.deleteOrganizationModels(),
      test: () => client.testOrganizationModels({}, testTimeout),
      reload,
    };
  }
  return {
    level: 'project',
    canWrite: canWriteProject,
    queryKey: ['models', 'project', projectId],
    get: (signal) => client.getProjectModels({ projectId }, { signal }),
    set: (request, ifMatch) => client.setProjectModels({ projectId, ...request }, { ifMatch: ifMatch ?? 'null' }),
    remove: () => client.deleteProjectModels({ projectId }),
    test: () => client.testProjectModels({ projectId }, testTimeout),
    reload,
  };
}
