import { isDeepStrictEqual } from 'node:util';
import { defaultMinReaders, idPrefixes, type AutomationFileProblem, type ContextRepository } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Clock } from '../../../platform/clock/index.ts';
import { isCodeHostError } from '../../../platform/code-host/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { isGitError, type Mirror, type TreeFile } from '../../../platform/git/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import { countOf } from '../../../platform/words/count-of.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import { recordAuditEvent, systemAuthor } from '../../foundation/audit-log/index.ts';
import {
  covers,
  findAgentSettings,
  resolveContextRepositories,
  type AgentSettingsTables,
} from '../../project-config/agent-settings/index.ts';
import { toRepositoryPath, findProject, type ProjectRow } from '../../project-config/projects/index.ts';
import type { ConnectRepository } from '../../sources/repositories/index.ts';
import {
  defaultLimits,
  firstDue,
  requireInstructions,
  requireMinReaders,
  requireRecipients,
  requireReview,
  requireTargetLanguages,
  requireTrigger,
  startsDifferently,
} from './check-settings.ts';
import { invalidField, tooManyAutomations } from './errors.ts';
import { discardWaiting } from './events-store.ts';
import { maxFileBytes, readDefinition, toProblem, type Definition } from './read-definition.ts';
import type { ContextDeps } from './resolve-context.ts';
import { automationSecretContext, newSecret } from './secret.ts';
import type { WebhookTables } from '../../project-config/webhooks/index.ts';
import type { AutomationSettings } from './settings.ts';
import { lockAutomationsOfFiles, lockSource, selectSource, updateSource } from './sources-store.ts';
import {
  countAutomations,
  deleteAutomationRow,
  insertAutomation,
  lockAutomationsOf,
  selectAutomations,
  updateAutomation,
} from './store.ts';
import type { AutomationRow, RunTables } from './tables.ts';

export interface SyncDeps {
  readonly database: Database<RunTables & AgentSettingsTables & WebhookTables>;
  readonly connectRepository: ConnectRepository;
  readonly context: ContextDeps;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly settings: AutomationSettings;
}

export const filesFolder = '.docwright/automations';
/** Maximum number of listed problems. Longer lists aren't useful. */
const maxProblems = 50;

const settingNames = [
  'name',
  'kind',
  'enabled',
  'instructions',
  'trigger_type',
  'trigger',
  'context_repositories',
  'limits',
  'min_readers',
  'target_languages',
  'update_mode',
  'notify',
] as const;
/** The settings of an automation as its row stores them. */
type Settings = Pick<AutomationRow, (typeof settingNames)[number]>;

interface ReadFile {
  readonly path: string;
  /** The file's settings; `undefined` if the file has a problem. */
  readonly settings: Settings | undefined;
}

/**
 * Makes a project's automations equal to the files on its docs branch. It can be called at any time and repeatedly.
 *
 * 1. Files are read only from the docs branch, so a pull request changes nothing before it is merged.
 * 2. A file with a problem doesn't affect the others, but its automation starts no runs until the problem is fixed.
 * 3. A file can name only the context repositories of the project's settings: people who can push to the docs can't let
 *    the agent read more.
 */
export async function syncFiles(deps: SyncDeps, projectId: string, signal: AbortSignal): Promise<void> {
  const { kysely } = deps.database;
  const source = await selectSource(kysely, projectId);
  const project = source && (await findProject(kysely, source.organization_id, projectId));
  if (source === undefined || project === undefined) return;
  const read = await readFiles(deps, { project, known: source.problems.length > 0 ? null : source.commit, signal });
  if (read === undefined) return;
  const { commit, files } = read;
  const checked: ReadFile[] = [];
  const problems: AutomationFileProblem[] = [];
  const known = await selectAutomations(kysely, source.organization_id, projectId);
  for (const { path, definition } of files) {
    const recipients = known.find((row) => row.source_path === path)?.notify ?? [];
    const settings = await checkDefinition(deps, { project, path, definition, recipients });
    if ('problem' in settings) problems.push(settings.problem);
    checked.push({ path, settings: 'problem' in settings ? undefined : settings });
  }
  await kysely.transaction().execute(async (tx) => {
    await lockAutomationsOf(tx, projectId);
    // In the meantime, another worker may have read a newer commit, or the project may have changed and be due again.
    const current = await lockSource(tx, projectId);
    const projectNow = await findProject(tx, source.organization_id, projectId);
    if (current === undefined || current.commit !== source.commit || !isSamePlace(projectNow, project)) return;
    problems.push(...(await applyFiles(deps, tx, { project, commit, files: checked })));
    await updateSource(tx, projectId, {
      commit,
      hasFiles: files.length > 0,
      problems: problems.slice(0, maxProblems),
    });
  });
}

const isSamePlace = (one: ProjectRow | undefined, other: ProjectRow): boolean =>
  one?.repository === other.repository && one.branch === other.branch && one.docs_folder === other.docs_folder;

interface FilesOfCommit {
  readonly commit: string;
  readonly files: readonly { readonly path: string; readonly definition: Definition }[];
}

/** Reads the definitions on the docs branch; `undefined` if the branch is still at the known commit, or missing. */
async function readFiles(
  deps: SyncDeps,
  {
    project,
    known,
    signal,
  }: { readonly project: ProjectRow; readonly known: string | null; readonly signal: AbortSignal },
): Promise<FilesOfCommit | undefined> {
  const { organization_id: organizationId, repository, branch, docs_folder: docsFolder } = project;
  const { mirror } = await deps.connectRepository({ organizationId, repository });
  const wanted = { branches: [branch], signal };
  const commit = (await mirror.inspect(wanted)).branches.get(branch);
  if (commit === undefined || commit === known) return undefined;
  await mirror.fetch(wanted);
  const folder = toRepositoryPath(docsFolder, filesFolder);
  const all = (await listFiles(mirror, commit, folder)).filter(({ path }) => /^[^/]+\.ya?ml$/.test(path));
  const most = deps.settings.ofProject;
  const files = all.flatMap(({ path, size }, index): { path: string; definition: Definition }[] => {
    const message =
      index >= most
        ? `A project can have ${countOf(most, 'automation file')}. Delete others first.`
        : `The file has ${size} bytes, and ${maxFileBytes} are allowed. Shorten the instructions.`;
    if (index < most && size <= maxFileBytes) return [];
    const problem = { path: `${filesFolder}/${path}`, line: 1, message };
    return [{ path: problem.path, definition: { kind: 'invalid', problem } }];
  });
  const readable = all.slice(0, most).filter(({ size }) => size <= maxFileBytes);
  for await (const { file, bytes } of mirror.readFiles(readable, { signal })) {
    const path = `${filesFolder}/${file.path}`;
    files.push({ path, definition: readDefinition(path, bytes.toString('utf8')) });
  }
  return { commit, files };
}

async function listFiles(mirror: Mirror, commit: string, folder: string): Promise<readonly TreeFile[]> {
  try {
    return (await mirror.listFiles(commit, folder)).files;
  } catch (error) {
    if (isGitError(error, 'folder-not-found')) return [];
    throw error;
  }
}

async function checkDefinition(
  deps: SyncDeps,
  {
    project,
    path,
    definition,
    recipients,
  }: {
    readonly project: ProjectRow;
    readonly path: string;
    readonly definition: Definition;
    /** The recipients of the file's existing automation. */
    readonly recipients: readonly string[];
  },
): Promise<Settings | { readonly problem: AutomationFileProblem }> {
  if (definition.kind === 'invalid') return { problem: definition.problem };
  const { body, lineOf } = definition;
  const { name, kind = 'custom', enabled = true, instructions = '', limits, minReaders, notify = [] } = body;
  const { targetLanguages = [] } = body;
  try {
    const context = await resolveContext(deps, project, body.contextRepositories ?? []);
    requireInstructions(kind, instructions);
    requireMinReaders({ kind, trigger_type: body.trigger.type }, minReaders);
    requireTargetLanguages(kind, targetLanguages);
    const updateMode = body.updateMode ?? 'pull_request';
    requireReview({ kind, trigger_type: body.trigger.type }, updateMode);
    const place = { organizationId: project.organization_id, projectId: project.id };
    await requireRecipients(deps.database.kysely, place, { notify, old: recipients });
    const settings = requireTrigger(deps, body.trigger, context);
    return {
      name,
      kind,
      enabled,
      instructions,
      trigger_type: body.trigger.type,
      trigger: settings,
      context_repositories: context,
      limits: { ...defaultLimits, ...limits },
      min_readers: minReaders ?? defaultMinReaders,
      target_languages: targetLanguages,
      update_mode: updateMode,
      notify,
    };
  } catch (error) {
    if (isCodeHostError(error) || !(error instanceof ApiError)) throw error;
    return { problem: toProblem(path, error, lineOf) };
  }
}

/** @throws {ApiError} invalid_request, invalid_repository */
async function resolveContext(
  deps: SyncDeps,
  { organization_id: organizationId, id: projectId }: ProjectRow,
  given: readonly ContextRepository[],
): Promise<readonly ContextRepository[]> {
  const contextDeps = { ...deps.context, database: deps.database };
  const principal = { organizationId, projectIds: [projectId] };
  const resolved = await resolveContextRepositories(contextDeps, principal, given);
  const { contextRepositories: known } = await findAgentSettings(deps.database.kysely, { organizationId, projectId });
  for (const [index, one] of resolved.entries()) {
    if (known.some((other) => covers(other, one))) continue;
    const message =
      "is not among the context repositories of the project's agent settings with this branch and these paths: add it there first";
    throw invalidField(`/contextRepositories/${index}`, message);
  }
  return resolved;
}

interface Applied {
  readonly project: ProjectRow;
  readonly commit: string;
  readonly files: readonly ReadFile[];
}

async function applyFiles(
  deps: SyncDeps,
  tx: Transaction<RunTables>,
  { project, commit, files }: Applied,
): Promise<AutomationFileProblem[]> {
  const problems: AutomationFileProblem[] = [];
  const rows = await lockAutomationsOfFiles(tx, project.id);
  for (const row of rows) {
    if (files.some(({ path }) => path === row.source_path)) continue;
    await deleteAutomationRow(tx, row.id);
    await record(tx, row, { action: 'automation.deleted', commit });
  }
  for (const { path, settings } of files) {
    const row = rows.find(({ source_path: known }) => known === path);
    if (settings === undefined) {
      if (row?.enabled === true) await change(deps, tx, { row, settings: { ...row, enabled: false }, commit });
    } else if (row !== undefined) {
      await change(deps, tx, { row, settings, commit });
    } else if ((await countAutomations(tx, project.id)) >= deps.settings.ofProject) {
      problems.push({ path, line: 1, message: tooManyAutomations(deps.settings.ofProject).message });
    } else await create(deps, tx, { project, path, settings, commit });
  }
  return problems;
}

async function create(
  deps: SyncDeps,
  tx: Transaction<RunTables>,
  made: { readonly project: ProjectRow; readonly path: string; readonly settings: Settings; readonly commit: string },
): Promise<void> {
  const { project, path, settings, commit } = made;
  const named = { id: newId(idPrefixes.automation), organization_id: project.organization_id };
  const isEvent = settings.trigger_type === 'event';
  const row = await insertAutomation(tx, {
    ...named,
    project_id: project.id,
    ...toColumns(settings),
    due_at: settings.enabled ? (firstDue(deps, settings) ?? null) : null,
    // This secret is never shown. A person with permission can rotate it to get one.
    secret: isEvent ? deps.secretBox.seal(newSecret(), automationSecretContext(named)) : null,
    source_path: path,
    source_commit: commit,
    created_by: path,
  });
  await record(tx, row, { action: 'automation.created', commit, ...modeOf(settings, isDirect(settings)) });
}

async function change(
  deps: SyncDeps,
  tx: Transaction<RunTables>,
  { row, settings, commit }: { readonly row: AutomationRow; readonly settings: Settings; readonly commit: string },
): Promise<void> {
  const fields = settingNames.filter((key) => !isDeepStrictEqual(settings[key], row[key]));
  if (fields.length === 0) return;
  const now = { type: settings.trigger_type, trigger: settings.trigger, context: settings.context_repositories };
  const restarts = settings.enabled !== row.enabled || startsDifferently(row, now);
  if (restarts) await discardWaiting(tx, row.id);
  const isEvent = settings.trigger_type === 'event';
  const secret = isEvent ? (row.secret ?? deps.secretBox.seal(newSecret(), automationSecretContext(row))) : null;
  await updateAutomation(tx, row.id, {
    ...toColumns(settings),
    secret,
    source_commit: commit,
    ...(restarts && {
      due_at: settings.enabled ? (firstDue(deps, settings) ?? null) : null,
      heads: '{}',
      waiting_for: null,
    }),
  });
  const isModeChanged = fields.includes('update_mode');
  await record(tx, row, { action: 'automation.updated', commit, fields, ...modeOf(settings, isModeChanged) });
}

const isDirect = ({ update_mode: mode }: Settings): boolean => mode === 'direct_merge';

const modeOf = ({ update_mode: updateMode }: Settings, isNamed: boolean) => (isNamed ? { updateMode } : {});

const toColumns = ({
  name,
  kind,
  enabled,
  instructions,
  trigger_type,
  min_readers,
  update_mode,
  ...rest
}: Settings) => ({
  name,
  kind,
  enabled,
  instructions,
  trigger_type,
  min_readers,
  update_mode,
  trigger: JSON.stringify(rest.trigger),
  context_repositories: JSON.stringify(rest.context_repositories),
  limits: JSON.stringify(rest.limits),
  target_languages: JSON.stringify(rest.target_languages),
  notify: JSON.stringify(rest.notify),
});

async function record(
  tx: Transaction<RunTables>,
  row: AutomationRow,
  entry: {
    readonly action: 'automation.created' | 'automation.updated' | 'automation.deleted';
    readonly commit: string;
    readonly fields?: readonly string[];
    readonly updateMode?: AutomationRow['update_mode'];
  },
): Promise<void> {
  const { id, name, project_id: projectId, source_path: path } = row;
  const { action, ...details } = entry;
  await recordAuditEvent(tx, systemAuthor(row.organization_id), {
    action,
    target: { kind: 'automation', id, name },
    details: { projectId, path, ...details },
  });
}
