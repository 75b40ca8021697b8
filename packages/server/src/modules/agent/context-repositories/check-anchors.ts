import {
  CodeLibrary,
  decodeText,
  findAnchored,
  formatLocation,
  isToolError,
  readAnchors,
  type CodeRepository,
  type PageAnchor,
} from '@docwright/doc-agent';
import { repeat, type Clock, type Repetition } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { findAgentSettings, type AgentSettingsTables } from '../../project-config/agent-settings/index.ts';
import { findProject, type ProjectRow, type ProjectTables } from '../../project-config/projects/index.ts';
import type { ConnectRepository } from '../../sources/repositories/index.ts';
import { nameContextFailure } from './name-context-failure.ts';
import { pinContext } from './pin-context.ts';
import { saveCheck, saveFault, selectAnchorCheck, takeDueChecks, type DueCheck } from './store.ts';
import type { ContextTables, StaleAnchor } from './tables.ts';

export interface AnchorDeps {
  readonly database: Database<ContextTables & AgentSettingsTables & ProjectTables>;
  readonly connectRepository: ConnectRepository;
  readonly repositoryUrl: (stored: string) => string;
  readonly clock: Clock;
  readonly log: Logger;
}

const roundMs = 5 * 60_000;
const checksPerRound = 10;
/** Duration of a worker's claim. A worker that takes longer is considered stopped. */
const claimMs = 30 * 60_000;
const everyMs = 6 * 3_600_000;
const maxStale = 1_000;

/** Starts comparing the code that pages cite with the current code. Every worker can run this. */
export function startCheckingAnchors(deps: AnchorDeps): Repetition {
  return repeat((signal) => checkDueAnchors(deps, signal), {
    everyMs: roundMs,
    onError: (err) => deps.log.warn({ err }, 'code anchors could not be checked; retrying later'),
  });
}

export async function checkDueAnchors(deps: AnchorDeps, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  const now = clock.now();
  const due = await takeDueChecks(database.kysely, {
    now: new Date(now),
    until: new Date(now + claimMs),
    limit: checksPerRound,
  });
  for (const one of due) {
    if (signal.aborted) return;
    await checkProject(deps, one, signal);
  }
}

async function checkProject(deps: AnchorDeps, { projectId, organizationId }: DueCheck, signal: AbortSignal) {
  const { kysely } = deps.database;
  const project = await findProject(kysely, organizationId, projectId);
  if (project === undefined) return;
  const dueAt = new Date(deps.clock.now() + everyMs);
  try {
    const found = await findStale(deps, project, signal);
    const before = (await selectAnchorCheck(kysely, projectId))?.stale ?? [];
    const at = new Date(deps.clock.now());
    await saveCheck(kysely, projectId, { stale: keepSince(found, before, at), at, dueAt });
  } catch (error) {
    signal.throwIfAborted();
    const fault = error instanceof AnchorFault ? error.message : 'The pages could not be read.';
    deps.log.warn({ err: error, projectId }, 'the code anchors of a project could not be checked; retrying later');
    await saveFault(kysely, projectId, { fault, dueAt });
  }
}

/** An error with a message that is shown to users. */
class AnchorFault extends Error {}

type FoundAnchor = Omit<StaleAnchor, 'since'>;

async function findStale(deps: AnchorDeps, project: ProjectRow, signal: AbortSignal): Promise<FoundAnchor[]> {
  const { connectRepository } = deps;
  const organizationId = project.organization_id;
  const anchors = await readPages(connectRepository, project, signal);
  if (anchors.length === 0) return [];
  const name = { organizationId, projectId: project.id };
  const { contextRepositories } = await findAgentSettings(deps.database.kysely, name);
  const request = { organizationId, repositories: contextRepositories, known: [], signal };
  const { repositories } = await pinContext(connectRepository, request, (error, repository) => {
    const failure = nameContextFailure(error, deps.repositoryUrl(repository));
    return failure === undefined ? error : new AnchorFault(failure.message, { cause: error });
  });
  const code = new CodeLibrary(repositories);
  const texts = new Map<string, Promise<string | undefined>>();
  const stale: FoundAnchor[] = [];
  for (const { page, anchor } of anchors) {
    const { location, line } = anchor;
    // If a repository is no longer listed, or another one has the same short name, the state of its anchors is unknown.
    const [repository, ...others] = code.findAll(location.repository);
    if (repository === undefined || others.length > 0) continue;
    const key = `${repository.name}:${location.path}`;
    const reading = texts.get(key) ?? readNow(code, repository, { path: location.path, signal });
    texts.set(key, reading);
    const text = await reading;
    if (text !== undefined && findAnchored(text, anchor) !== undefined) continue;
    stale.push({ page, line, location: formatLocation(location), reason: text === undefined ? 'missing' : 'changed' });
    if (stale.length === maxStale) break;
  }
  return stale;
}

/** Reads the anchors of all pages, on the project's branch. */
async function readPages(
  connect: ConnectRepository,
  { organization_id: organizationId, repository, branch, docs_folder: folder }: ProjectRow,
  signal: AbortSignal,
): Promise<{ readonly page: string; readonly anchor: PageAnchor }[]> {
  const { mirror } = await connect({ organizationId, repository });
  await mirror.fetch({ branches: [branch], signal });
  const commit = await mirror.resolveRef(branch, { signal });
  const { files } = await mirror.listFiles(commit, folder, { signal });
  const found: { page: string; anchor: PageAnchor }[] = [];
  for await (const { file, bytes } of mirror.readFiles(
    files.filter(({ path }) => path.endsWith('.mdx')),
    { signal },
  )) {
    for (const anchor of readAnchors(decodeText(bytes) ?? '')) found.push({ page: file.path, anchor });
  }
  return found;
}

/** Reads the current text of a file. Returns `undefined` if the file can't be read as text. */
async function readNow(
  code: CodeLibrary,
  repository: CodeRepository,
  { path, signal }: { readonly path: string; readonly signal: AbortSignal },
): Promise<string | undefined> {
  try {
    return await code.requireText(repository, { path }, signal);
  } catch (error) {
    if (isToolError(error)) return undefined;
    throw error;
  }
}

function keepSince(found: readonly FoundAnchor[], before: readonly StaleAnchor[], at: Date): StaleAnchor[] {
  const known = new Map(before.map((one) => [`${one.page} ${one.location}`, one.since]));
  return found.map((one) => ({ ...one, since: known.get(`${one.page} ${one.location}`) ?? at.toISOString() }));
}
