import { SecretBoxError, type SealContext, type SecretBox } from '../../../platform/secret-box/index.ts';
import type { CredentialName } from '../../../platform/models/model-settings.ts';
import type { ProjectModelsRow } from './store.ts';

/** The credentials of one model; only those that are set. */
export type Credentials = Readonly<Partial<Record<CredentialName, string>>>;

export interface ProjectName {
  readonly organizationId: string;
  readonly projectId: string;
}

const toContext = ({ organizationId, projectId }: ProjectName): SealContext => ({
  kind: 'project-models',
  organizationId,
  objectId: projectId,
});

export function sealCredentials(box: SecretBox, project: ProjectName, credentials: readonly Credentials[]): string {
  return box.seal(JSON.stringify(credentials), toContext(project));
}

/** One entry for each model of the row. @throws SecretBoxError */
export function openCredentials(box: SecretBox, row: ProjectModelsRow): readonly Credentials[] {
  const project = { organizationId: row.organization_id, projectId: row.project_id };
  return JSON.parse(box.open(row.credentials, toContext(project))) as Credentials[];
}

/** The same, or `undefined` if this process lacks the key or the row was altered. */
export function findCredentials(box: SecretBox, row: ProjectModelsRow): readonly Credentials[] | undefined {
  try {
    return openCredentials(box, row);
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined;
    throw error;
  }
}
