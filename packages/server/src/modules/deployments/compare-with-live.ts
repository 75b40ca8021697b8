import type { Database } from '../../platform/database/index.ts';
import { isGitError, type Diff, type Mirror } from '../../platform/git/index.ts';
import type { ProjectRow } from '../projects/index.ts';
import { isHint } from './hint-sources.ts';
import { selectEnvironment, selectEnvironmentById } from './site-store.ts';
import { selectDeploymentById, selectLastBuilt, selectSuccessOf } from './store.ts';
import type { DeploymentRow, DeploymentTables, EnvironmentRow, FilesChanged } from './tables.ts';

export interface Comparison {
  readonly files: FilesChanged;
  /** A push in which nothing of this site changed: of another project of the repository, or of what is no documentation. */
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

/** A build reads the docs folder and nothing else of the commit. */
export async function compareWithLive(
  { kysely: db }: Database<DeploymentTables>,
  comparison: Compared,
): Promise<Comparison> {
  const { deployment, project, commit, mirror, signal } = comparison;
  const environment = await selectEnvironmentById(db, deployment.environment_id);
  const live = await findActive(db, environment);
  try {
    const from = live === undefined ? await findBase(db, comparison, environment) : live.commit;
    if (from === null || from === undefined || from === commit) return nothing;
    const paths = project.docs_folder === '' ? [] : [project.docs_folder];
    const diff = await mirror.diff({ from, to: commit, paths, maxBytes: 1, signal });
    const mayBeUntouched = isHint(deployment.source) && project.docs_folder !== '' && diff.files.length === 0;
    return {
      files: live === undefined ? nothing.files : toFilesChanged(diff),
      isUntouched: mayBeUntouched && (live === undefined || (await isBuiltWhole(db, live))),
    };
  } catch (error) {
    // After a force-push the commit of before may be gone: what changed is nice to know, and no reason to fail.
    if (isGitError(error)) return nothing;
    throw error;
  }
}

async function findActive(
  db: Database<DeploymentTables>['kysely'],
  environment: EnvironmentRow | undefined,
): Promise<DeploymentRow | undefined> {
  const activeId = environment?.active_deployment_id ?? null;
  return activeId === null ? undefined : selectDeploymentById(db, activeId);
}

/** Of a preview that shows nothing yet: where its branch parted from what is live. */
async function findBase(
  db: Database<DeploymentTables>['kysely'],
  { project, commit, mirror, signal }: Compared,
  environment: EnvironmentRow | undefined,
): Promise<string | undefined> {
  if (environment?.kind !== 'preview' || project.docs_folder === '') return undefined;
  if ((await selectLastBuilt(db, environment.id)) !== undefined) return undefined;
  const production = await findActive(db, await selectEnvironment(db, project.id, null));
  const live = production?.commit ?? null;
  return live === null ? undefined : mirror.mergeBase(live, commit, { signal });
}

/** What is live is the last that was built, and nobody's wish for another build was overtaken or failed since. */
async function isBuiltWhole(db: Database<DeploymentTables>['kysely'], live: DeploymentRow): Promise<boolean> {
  const last = await selectLastBuilt(db, live.environment_id);
  return last?.id === live.id && selectSuccessOf(db, live.environment_id, live.commit ?? '');
}

/** Paths that a deployment names; a site may change as a whole. */
const maxPaths = 500;

function toFilesChanged({ files }: Diff): FilesChanged {
  const of = (...kinds: readonly string[]): string[] =>
    files.filter(({ change }) => kinds.includes(change)).map(({ path }) => path);
  const renamedFrom = files.flatMap(({ oldPath }) => (oldPath === undefined ? [] : [oldPath]));
  return {
    added: of('added', 'renamed').slice(0, maxPaths),
    modified: of('modified').slice(0, maxPaths),
    removed: [...of('deleted'), ...renamedFrom].slice(0, maxPaths),
  };
}
