import type { AutomationEvidence } from '@docwright/contract';
import { cleanSource } from '@docwright/doc-agent';
import { isCodeHostError, type CodeHost, type PullRequest } from '../../../platform/code-host/index.ts';
import { isGitError, type Commit, type Mirror } from '../../../platform/git/index.ts';

/** Maximum number of pull requests that are quoted; the newest are chosen. */
const maxPullRequests = 5;
const maxMerges = 20;
const maxCommitsOfMerge = 200;
const maxTextCharacters = 4_000;

export interface MergedRange {
  readonly host: CodeHost;
  readonly mirror: Mirror;
  /** The branch into which pull requests were merged. */
  readonly branch: string;
  readonly from: string;
  readonly to: string;
  /** The commits of the range that concern the automation, newest first. */
  readonly commits: readonly Commit[];
  /** Whether the code host also hosts the docs repository, so that authors can review there. */
  readonly isHostOfDocs: boolean;
  readonly signal: AbortSignal;
}

/**
 * Reads the merged pull requests that contain the commits, as evidence, oldest first. They explain the changes, but the
 * changes themselves are read from git, so a pull request that can't be read is omitted.
 */
export async function readPullRequests(range: MergedRange): Promise<AutomationEvidence[]> {
  const { host, branch, signal } = range;
  const evidence: AutomationEvidence[] = [];
  for (const number of [...(await findNumbers(range))].slice(0, maxPullRequests)) {
    try {
      const pull = await host.getPullRequest(number, signal);
      // The number is part of a commit’s message, which its author can choose.
      if (pull.state === 'merged' && pull.baseBranch === branch) evidence.push(toEvidence(pull, range));
    } catch (error) {
      if (!isCodeHostError(error)) throw error;
    }
  }
  return evidence.toReversed();
}

/** Finds the numbers of the merged pull requests, newest first. */
async function findNumbers({ mirror, from, to, commits, signal }: MergedRange): Promise<ReadonlySet<number>> {
  const wanted = new Set(commits.map(({ sha }) => sha));
  // A merge commit itself changes no files, so the commits that change certain files don't include it.
  const all = await mirror.listCommits({ from, to, limit: maxCommitsOfMerge, signal });
  const numbers = new Set<number>();
  let merges = 0;
  for (const commit of all) {
    const number = readNumber(commit);
    if (number === undefined) continue;
    if (commit.parents.length < 2) {
      if (wanted.has(commit.sha)) numbers.add(number);
      continue;
    }
    merges += 1;
    if (merges > maxMerges) break;
    const merged = await listMerged(mirror, commit, signal);
    if (merged.some(({ sha }) => wanted.has(sha))) numbers.add(number);
  }
  return numbers;
}

async function listMerged(mirror: Mirror, { parents }: Commit, signal: AbortSignal): Promise<readonly Commit[]> {
  const [from = '', to = ''] = parents;
  try {
    return await mirror.listCommits({ from, to, limit: maxCommitsOfMerge, signal });
  } catch (error) {
    // The history of context repositories is shallow.
    if (isGitError(error)) return [];
    throw error;
  }
}

/** Formats of merge messages, in the order in which they are tried: GitHub, Gitea, Bitbucket, GitLab. */
const mergeForms = [
  /^Merge pull request #(\d{1,9})\b/,
  /^Merge pull request .* \(#(\d{1,9})\)/,
  /\(pull request #(\d{1,9})\)$/m,
  /^See merge request \S{0,300}!(\d{1,9})$/m,
];
/** Formats of squash messages: code hosts add the number at the end, after the title that the author chose. */
const squashForms = [/^[^\n]{0,1000}\(#(\d{1,9})\)(?:\n|$)/, ...mergeForms.slice(2)];

/** Reads the number of the pull request that a commit merges, according to its message. */
export function readNumber({ message, parents }: Pick<Commit, 'message' | 'parents'>): number | undefined {
  for (const form of parents.length > 1 ? mergeForms : squashForms) {
    const number = Number(form.exec(message)?.[1] ?? 0);
    if (number > 0) return number;
  }
  return undefined;
}

function toEvidence({ title, body, url, author }: PullRequest, { isHostOfDocs }: MergedRange): AutomationEvidence {
  const text = `${title}\n\n${body}`.trim();
  // The author of an agent's pull request is the owner of its credential, who didn't make the change.
  const isByPerson = author !== null && !author.endsWith('[bot]') && !body.includes('<!-- docwright:job=');
  return {
    kind: 'pull_request',
    text: cleanSource(text.length <= maxTextCharacters ? text : `${text.slice(0, maxTextCharacters)}…`),
    source: url,
    ...(isHostOfDocs && isByPerson && { author }),
  };
}
