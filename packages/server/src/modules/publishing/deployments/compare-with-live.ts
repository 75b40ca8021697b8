import type { Database } from '../../../platform/database/index.ts';
import { isGitError, type FileChange, type Mirror } from '../../../platform/git/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { isHint } from './hint-sources.ts';
import { findEnvironment, findEnvironmentById } from './site-store.ts';
import { findDeployment, selectLastBuilt, selectSuccessOf } from './store.ts';
import type { DeploymentRow, DeploymentTables, EnvironmentRow, FilesChanged } from './tables.ts';

export interface Comparison {
  readonly files: FilesChanged;
  /**
   * Whether nothing in this site changed. If true, the push affects another project in the repository, or files outside
   * the documentation.
   */
  readonly isUntouched: boolean;
}

interface Compared {
  readonly deployment: DeploymentRow;
  readonly project: ProjectRow;
  readonly commit: string;
  readonly mirror: Mirror;
  readonly signal: AbortSignal;
}

const nothing: Comparison = { files: { added: [], modified: [], removed: [] }, isUntouched: false };

/** Compares only the docs folder, because a build reads nothing else in the commit. */
export async function compareWithLive(
  { kysely: db }: Database<DeploymentTables>,
  comparison: Compared,
): Promise<Comparison> {
  const { deployment, project, commit, mirror, signal } = comparison;
  const environment = await findEnvironmentById(db, deployment.environment_id);
  const live = await findActive(db, environment);
  try {
    const from = live === undefined ? await findBase(db, comparison, environment) : live.commit;
    if (from === null || from === undefined || from === commit) return nothing;
    const paths = project.docs_folder === '' ? [] : [project.docs_folder];
    const changes = await mirror.listChanges({ from, to: commit, paths, signal });
    const mayBeUntouched = isHint(deployment.source) && project.docs_folder !== '' && changes.length === 0;
    return {
      files: live === undefined ? nothing.files : toFilesChanged(changes),
      isUntouched: mayBeUntouched && (live === undefined || (await isBuiltWhole(db, live))),
    };
  } catch (error) {
    // A force-push may have removed the previous commit. The list of changes is optional, so this is not a failure.
    if (isGitError(error)) return nothing;
    throw error;
  }
}

async function findActive(
  db: Database<DeploymentTables>['kysely'],
  environment: EnvironmentRow | undefined,
): Promise<DeploymentRow | undefined> {
  const activeId = environment?.active_deployment_id ?? null;
  return activeId === null ? undefined : findDeployment(db, activeId);
}

/** Finds, for a preview without a deployment, the commit at which its branch diverged from the live one. */
async function findBase(
  db: Database<DeploymentTables>['kysely'],
  { project, commit, mirror, signal }: Compared,
  environment: EnvironmentRow | undefined,
): Promise<string | undefined> {
  if (environment?.kind !== 'preview' || project.docs_folder === '') return undefined;
  if ((await selectLastBuilt(db, environment.id)) !== undefined) return undefined;
  const production = await findActive(db, await findEnvironment(db, project.id, null));
  const live = production?.commit ?? null;
  return live === null ? undefined : mirror.mergeBase(live, commit, { signal });
}

/**
 * Whether the live deployment is the last one that was built, and no request for another build was skipped or failed
 * since then.
 */
async function isBuiltWhole(db: Database<DeploymentTables>['kysely'], live: DeploymentRow): Promise<boolean> {
  const last = await selectLastBuilt(db, live.environment_id);
  return last?.id === live.id && selectSuccessOf(db, live.environment_id, live.commit ?? '');
}

/** Maximum number of paths that a deployment lists, because a whole site can change. */
const maxPaths = 500;

function toFilesChanged(files: readonly FileChange[]): FilesChanged {
  const of = (...kinds: readonly string[]): string[] =>
    files.filter(({ change }) => kinds.includes(change)).map(({ path }) => path);
  const renamedFrom = files.flatMap(({ oldPath }) => (oldPath === undefined ? [] : [oldPath]));
  return {
    added: of('added', 'renamed').slice(0, maxPaths),
    modified: of('modified').slice(0, maxPaths),
    removed: [...of('deleted'), ...renamedFrom].slice(0, maxPaths),
  };
}
