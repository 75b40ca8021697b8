import type { AutomationEvidence } from '@docwright/contract';
import { cleanSource, isReadablePath, omittedChanges } from '@docwright/doc-agent';
import { isCodeHostError, type CodeHost } from '../../../platform/code-host/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { isGitError, type Commit, type Mirror } from '../../../platform/git/index.ts';
import { openCode } from '../context-repositories/index.ts';
import { findProject } from '../../project-config/projects/index.ts';
import type { ConnectRepository } from '../../sources/repositories/index.ts';
import { expandBraces } from './expand-braces.ts';
import { isKnownEvent } from './events-store.ts';
import { findCause } from './find-cause.ts';
import { readPullRequests } from './read-pull-requests.ts';
import { recordEvent } from './record-event.ts';
import type { AutomationSettings } from './settings.ts';
import { lockAutomation, selectAutomationById, updateHeads, updateWaitingFor } from './store.ts';
import type { AutomationRow, RunTables } from './tables.ts';
import type { WakeDeps } from './tickets.ts';

export interface FollowDeps extends WakeDeps {
  readonly database: Database<RunTables>;
  readonly connectRepository: ConnectRepository;
  readonly repositoryUrl: (stored: string) => string;
  readonly settings: AutomationSettings;
}

/** A branch with commits that are events. */
export interface Followed {
  /** Set for context repositories, of which only the newest commits are fetched. */
  readonly purpose?: 'context';
  /** The stored form of the address. */
  readonly repository: string;
  /** Name of the branch; `undefined` for the default branch. */
  readonly branch: string | undefined;
  /** Globs without braces: only commits that change a matching file are events. A folder includes its files. */
  readonly paths: readonly string[];
  /** Files, folders and globs that the agent can read; all if empty. Changes to other files aren't evidence. */
  readonly readable: readonly string[];
}

/** Maximum number of commits read for one event; the newest of them are quoted. */
const maxCommits = 200;
const maxQuoted = 20;
const maxMessageCharacters = 1_000;
const maxDiffBytes = 19 * 1024;

/**
 * Compares the heads of the branches that an automation follows with the commits that it knows. Can be called at any
 * time, and repeatedly: a commit becomes an event only once, because the known commit moves in the same transaction.
 */
export async function followBranches(deps: FollowDeps, automationId: string, signal: AbortSignal): Promise<void> {
  const automation = await selectAutomationById(deps.database.kysely, automationId);
  if (automation?.enabled !== true) return;
  let fault: string | null = null;
  for (const followed of await listFollowed(deps, automation)) {
    try {
      await followOne(deps, { automation, followed, signal });
    } catch (error) {
      if (signal.aborted || (!isGitError(error) && !isCodeHostError(error))) throw error;
      fault ??= `${deps.repositoryUrl(followed.repository)}${unreadable}${error.message}`;
    }
  }
  const wasUnreadable = automation.waiting_for?.includes(unreadable) === true;
  if (fault !== null || wasUnreadable) await updateWaitingFor(deps.database.kysely, automationId, fault);
}

const unreadable = " can't be read: ";

export async function listFollowed({ database }: FollowDeps, automation: AutomationRow): Promise<Followed[]> {
  const { trigger, trigger_type: type, organization_id: organizationId, project_id: projectId } = automation;
  const paths = trigger.paths ?? [];
  switch (type) {
    case 'content_update': {
      const project = await findProject(database.kysely, organizationId, projectId);
      if (project === undefined) return [];
      const { repository, branch, docs_folder: folder } = project;
      const readable = folder === '' ? [] : [folder];
      return [{ repository, branch, paths: paths.length > 0 ? paths.flatMap(expandBraces) : readable, readable }];
    }
    case 'code_change':
      return automation.context_repositories.map((context) => ({
        purpose: 'context',
        repository: context.repository,
        branch: context.branch,
        paths: (paths.length > 0 ? paths : (context.paths ?? [])).flatMap(expandBraces),
        readable: context.paths ?? [],
      }));
    case 'schedule':
    case 'event':
    case 'suggestion':
      return [];
  }
}

async function followOne(
  deps: FollowDeps,
  {
    automation,
    followed,
    signal,
  }: { readonly automation: AutomationRow; readonly followed: Followed; readonly signal: AbortSignal },
): Promise<void> {
  const { repository, branch, purpose } = followed;
  const organizationId = automation.organization_id;
  const connected = await deps.connectRepository({ organizationId, repository, ...(purpose && { purpose }) });
  const { host, mirror } = connected;
  const wanted = { ...(branch !== undefined && { branches: [branch] }), signal };
  const inspected = await mirror.inspect(wanted);
  const branchName = branch ?? inspected.defaultBranch;
  const head = inspected.branches.get(branchName);
  const key = `${repository} ${branch ?? ''}`;
  const known = automation.heads[key];
  if (head === undefined || head === known) return;
  const change =
    known === undefined
      ? undefined
      : await readChange(deps, { automation, followed, host, mirror, branchName, known, head, signal });
  await deps.database.kysely.transaction().execute(async (tx) => {
    const current = await lockAutomation(tx, automation.id);
    // Another worker was faster, or the automation was changed in the meantime.
    if (current?.enabled !== true || current.heads[key] !== known) return;
    if (current.trigger_type !== automation.trigger_type) return;
    if (change !== undefined) {
      const subject = `${key} ${head}`;
      const isRecorded = await recordEvent(deps, tx, { automation, subject, ...change });
      // Too many events are waiting: the commits are found again, and become part of a later event.
      if (!isRecorded && !(await isKnownEvent(tx, automation.id, subject))) return;
    }
    await updateHeads(tx, automation.id, { ...current.heads, [key]: head });
  });
}

export interface Reading {
  readonly automation: AutomationRow;
  readonly followed: Followed;
  readonly host: CodeHost;
  readonly mirror: Mirror;
  readonly branchName: string;
  readonly known: string;
  readonly head: string;
  readonly signal: AbortSignal;
}

/** Reads the event for the commits between two heads, or `undefined` if none of them concerns the automation. */
export async function readChange(
  deps: FollowDeps,
  reading: Reading,
): Promise<{ readonly evidence: AutomationEvidence[]; readonly depth: number } | undefined> {
  const { automation, followed, host, mirror, branchName, known, head, signal } = reading;
  const { repository, branch, paths } = followed;
  await mirror.fetch({ ...(branch !== undefined && { branches: [branch] }), signal });
  const base = await findBase(mirror, { known, head, signal });
  // A force push removed the known commit, so the changes can't be determined.
  if (base === undefined) return undefined;
  const range = { from: base, to: head, signal };
  const commits = await mirror.listCommits({ ...range, paths, limit: maxCommits });
  // A merge commit itself has no changes; the merged commits are also listed.
  const concerned = commits.filter((commit) => commit.parents.length < 2 && !isExcluded(automation, commit));
  const cause = await findCause(deps, automation, concerned);
  const { depth } = cause;
  if (cause.commits.length === 0) return undefined;
  const name = deps.repositoryUrl(repository);
  const diff = await readDiff(mirror, { name, from: base, to: head, readable: followed.readable, signal });
  if (diff === undefined) return undefined;
  const quoted = cause.commits
    .slice(0, maxQuoted)
    .toReversed()
    .map((commit) => toEvidence(commit, name));
  const isHostOfDocs = followed.purpose === undefined || (await isOnHostOfDocs(deps, automation, repository));
  const merged = {
    host,
    mirror,
    branch: branchName,
    from: base,
    to: head,
    commits: cause.commits,
    isHostOfDocs,
    signal,
  };
  return { evidence: [...(await readPullRequests(merged)), ...quoted, diff], depth };
}

async function isOnHostOfDocs(
  { database }: FollowDeps,
  { organization_id: organizationId, project_id: projectId }: AutomationRow,
  repository: string,
): Promise<boolean> {
  const project = await findProject(database.kysely, organizationId, projectId);
  return project !== undefined && new URL(project.repository).host === new URL(repository).host;
}

export function isExcluded({ trigger }: AutomationRow, { authorName, authorEmail }: Commit): boolean {
  const authors = [authorName.toLowerCase(), authorEmail.toLowerCase()];
  return (trigger.excludeAuthors ?? []).some((author) => authors.includes(author.toLowerCase()));
}

/** Reads the changes to files that the agent can read, except files that store secrets; `undefined` if none remain. */
async function readDiff(
  mirror: Mirror,
  range: {
    readonly name: string;
    readonly from: string;
    readonly to: string;
    readonly readable: readonly string[];
    readonly signal: AbortSignal;
  },
): Promise<AutomationEvidence | undefined> {
  const { name, from, to, readable, signal } = range;
  const code = openCode(mirror, { name, branch: '', commit: to, paths: readable }, (error) => error);
  const { files } = await code.diff({ from, to, maxBytes: 1 }, signal);
  const paths = files.map(({ path }) => path).filter(isReadablePath);
  if (paths.length === 0) return undefined;
  const { patch, truncated } = await code.diff({ from, to, paths, maxBytes: maxDiffBytes }, signal);
  const text = cleanSource(truncated ? `${patch}\n${omittedChanges}` : patch);
  return { kind: 'diff', text, source: `${name}@${from.slice(0, 12)}...${to.slice(0, 12)}` };
}

/**
 * Finds the merge base of both commits, which isn't the known commit after a force push. Returns the known commit
 * itself if the history is shallow or the commits have no common ancestor.
 */
async function findBase(
  mirror: Mirror,
  { known, head, signal }: Pick<Reading, 'known' | 'head' | 'signal'>,
): Promise<string | undefined> {
  try {
    await mirror.fetchCommit(known, { signal });
    return (await mirror.mergeBase(known, head, { signal })) ?? known;
  } catch (error) {
    if (isGitError(error, 'commit-not-found')) return undefined;
    throw error;
  }
}

const toEvidence = ({ sha, message }: Commit, repository: string): AutomationEvidence => ({
  kind: 'commit',
  text: cleanSource(message.length <= maxMessageCharacters ? message : `${message.slice(0, maxMessageCharacters)}…`),
  source: `${repository}@${sha}`,
});
