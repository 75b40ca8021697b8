import type { AutomationEvidence, DryRunEvent } from '@docwright/contract';
import type { Commit } from '../../../platform/git/index.ts';
import { findCause } from './find-cause.ts';
import { isExcluded, listFollowed, readChange, type Followed, type FollowDeps } from './follow-branches.ts';
import type { AutomationRow } from './tables.ts';

const maxListed = 10;
const maxSubjectLength = 200;

export interface NewestCommits {
  /** The events of each branch, newest first. */
  readonly events: DryRunEvent[];
  /** Evidence of the newest commit that would start the automation. */
  readonly newest: readonly AutomationEvidence[];
}

/** Reads the newest commits of the followed branches, and whether each of them would start the automation. */
export async function readNewest(
  deps: FollowDeps,
  automation: AutomationRow,
  signal: AbortSignal,
): Promise<NewestCommits> {
  const events: DryRunEvent[] = [];
  let newest: readonly AutomationEvidence[] = [];
  for (const followed of await listFollowed(deps, automation)) {
    const read = await readBranch(deps, { automation, followed, signal });
    events.push(...read.events);
    if (newest.length === 0) newest = read.newest;
  }
  return { events, newest };
}

async function readBranch(
  deps: FollowDeps,
  request: { readonly automation: AutomationRow; readonly followed: Followed; readonly signal: AbortSignal },
): Promise<NewestCommits> {
  const { automation, followed, signal } = request;
  const { repository, branch, paths, purpose } = followed;
  const organizationId = automation.organization_id;
  const { host, mirror } = await deps.connectRepository({ organizationId, repository, ...(purpose && { purpose }) });
  const wanted = { ...(branch !== undefined && { branches: [branch] }), signal };
  const { defaultBranch, branches } = await mirror.fetch(wanted);
  const branchName = branch ?? defaultBranch;
  const head = branches.get(branchName);
  const logged = head === undefined ? [] : await mirror.log(head, maxListed + 1, { signal });
  const from = logged.at(-1)?.sha;
  // The oldest commit is only the start of the range.
  if (head === undefined || from === undefined || from === head) return { events: [], newest: [] };
  const range = { from, to: head, limit: maxListed, signal };
  const commits = await mirror.listCommits(range);
  const matching = new Set((await mirror.listCommits({ ...range, paths })).map(({ sha }) => sha));
  const { ignored: byCause } = await findCause(deps, automation, commits);
  const name = deps.repositoryUrl(repository);
  const whyNot = (commit: Commit): string | null => {
    if (commit.parents.length > 1) return 'A merge commit. The commits that it merges count.';
    if (!matching.has(commit.sha)) return 'It changes no matching file.';
    if (isExcluded(automation, commit)) return 'Its author is excluded.';
    return byCause.get(commit.sha) ?? null;
  };
  const events = commits.map((commit) => ({ commit, ignored: whyNot(commit) }));
  const start = events.find(({ ignored }) => ignored === null)?.commit;
  const [known] = start?.parents ?? [];
  const change =
    start === undefined || known === undefined
      ? undefined
      : await readChange(deps, { automation, followed, host, mirror, branchName, known, head: start.sha, signal });
  return {
    events: events.map(({ commit: { date, message, sha }, ignored }) => ({
      kind: 'commit',
      at: date.toISOString(),
      text: (message.split('\n', 1)[0] ?? '').slice(0, maxSubjectLength),
      source: `${name}@${sha}`,
      ignored,
    })),
    newest: change?.evidence ?? [],
  };
}
