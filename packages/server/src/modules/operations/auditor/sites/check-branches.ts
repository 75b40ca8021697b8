import { fileURLToPath } from 'node:url';
import { GitError, requireSuccess, type Git } from '../../../../platform/git/index.ts';
import { agentAuthor } from '../../../agent/agent-jobs/index.ts';
import type { AuditDeps } from '../audit-deps.ts';
import { describeFault } from '../describe-fault.ts';
import type { LocalRepository } from '../../../sources/local-code-host/index.ts';
import type { Findings } from '../findings.ts';
import { selectPushes } from './push-store.ts';
import { selectLocalRepositories } from '../store.ts';

/**
 * Checks N9: in the embedded host's repositories, no default branch has an agent commit on its first-parent line, and
 * no branch outside `docwright/` ends with an agent commit. Merges made on the pull request's page are people's
 * commits. A person can move the agent's commit anywhere with git, such as by fast-forwarding a branch to it: the audit
 * log contains each push by a person, but not the agent's own pushes.
 */
export async function checkBranches(deps: AuditDeps, findings: Findings): Promise<void> {
  for (const repository of await selectLocalRepositories(deps.database.kysely)) {
    const subject = `${repository.organizationId}/${repository.name}`;
    try {
      const gitDir = fileURLToPath(deps.localCodeHost.connect(repository).gitAccess.url);
      const bare = { git: deps.git, gitDir };
      for (const { name, isAgents } of await listHeads(bare)) {
        findings.count('N9');
        const isDefault = name === repository.defaultBranch;
        if (!isDefault && (!isAgents || name.startsWith('docwright/'))) continue;
        const found = await listAgentCommits(bare, name, isDefault ? {} : { newest: 1 });
        const [commit] = await leaveOutPushed(deps, bare, { repository, branch: name, commits: found });
        if (commit === undefined) continue;
        const where = isDefault ? 'the default branch has' : 'its head is';
        findings.add(
          'N9',
          `${subject}:${name}`,
          `${where} the agent's commit ${commit}, which was not pushed there by a person`,
        );
      }
    } catch (error) {
      findings.add('N9', subject, `can't be checked: ${describeFault(error)}`);
    }
  }
}

interface Bare {
  readonly git: Git;
  readonly gitDir: string;
}

async function listHeads({ git, gitDir }: Bare): Promise<readonly { name: string; isAgents: boolean }[]> {
  const args = ['for-each-ref', '--format=%(authoremail:trim) %(refname:lstrip=2)', 'refs/heads/'];
  const output = requireSuccess(await git.run({ gitDir, args }), 'listing branches');
  const lines = output.stdout.toString('utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [email, ...name] = line.split(' ');
    return { name: name.join(' '), isAgents: email === agentAuthor.email };
  });
}

interface AgentCommit {
  readonly sha: string;
  readonly committedAtMs: number;
}

/** Lists the agent's commits on a branch's first-parent line, newest first. */
async function listAgentCommits(
  bare: Bare,
  branch: string,
  { newest }: { readonly newest?: number },
): Promise<readonly AgentCommit[]> {
  const limit = newest === undefined ? [] : [`--max-count=${newest}`];
  const range = ['--first-parent', ...limit, '--end-of-options', `refs/heads/${branch}`];
  const lines = await logOfAgent(bare, range);
  if (lines === undefined) throw new GitError('git-failed', `the branch ${branch} could not be read`);
  return lines;
}

/**
 * Lists the agent's commits in a range. Returns `undefined` if the range can't be read, because a pushed commit may no
 * longer exist.
 */
async function logOfAgent({ git, gitDir }: Bare, range: readonly string[]): Promise<AgentCommit[] | undefined> {
  const author = ['--fixed-strings', `--author=<${agentAuthor.email}>`];
  const output = await git.run({ gitDir, args: ['log', '--format=%H %ct', ...author, ...range] });
  if (output.exitCode !== 0) return undefined;
  const lines = output.stdout.toString('latin1').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [sha = '', seconds = ''] = line.split(' ');
    return { sha, committedAtMs: Number(seconds) * 1000 };
  });
}

/** Returns the commits that no person pushed to the branch, as far as the audit log shows. */
async function leaveOutPushed(
  { database }: Pick<AuditDeps, 'database'>,
  bare: Bare,
  found: { readonly repository: LocalRepository; readonly branch: string; readonly commits: readonly AgentCommit[] },
): Promise<readonly string[]> {
  if (found.commits.length === 0) return [];
  const { repository, branch, commits } = found;
  const { pushes, sinceMs } = await selectPushes(database.kysely, repository, `refs/heads/${branch}`);
  const left = new Set(
    commits.filter(({ committedAtMs }) => sinceMs === null || committedAtMs >= sinceMs).map(({ sha }) => sha),
  );
  for (const { from, to } of pushes) {
    if (left.size === 0) break;
    const excluded = /^0+$/.test(from) ? [] : [`^${from}`];
    for (const { sha } of (await logOfAgent(bare, ['--end-of-options', to, ...excluded])) ?? []) left.delete(sha);
  }
  return [...left];
}
