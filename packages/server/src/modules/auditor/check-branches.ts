import { fileURLToPath } from 'node:url';
import { requireSuccess, type Git } from '../../platform/git/index.ts';
import { agentAuthor } from '../agent-jobs/index.ts';
import type { AuditDeps } from './audit-deps.ts';
import { describeFault } from './describe-fault.ts';
import type { Findings } from './findings.ts';
import { selectLocalRepositories } from './store.ts';

/**
 * N9: in the embedded host's repositories, no default branch has a commit of the agent on its first-parent line, and no
 * branch outside of `docwright/` ends with one. Merges made on the pull request's page are people's commits. A person
 * who fast-forwards a branch to the agent's commit looks the same as an agent that pushed there: the report says both.
 */
export async function checkBranches(deps: AuditDeps, findings: Findings): Promise<void> {
  for (const repository of await selectLocalRepositories(deps.database.kysely)) {
    const subject = `${repository.organizationId}/${repository.name}`;
    try {
      const gitDir = fileURLToPath(deps.localCodeHost.connect(repository).gitAccess.url);
      const bare = { git: deps.git, gitDir };
      for (const { name, isAgents } of await listHeads(bare)) {
        findings.count('N9');
        const isOurs = name.startsWith('docwright/');
        if (isAgents && !isOurs) {
          findings.add('N9', `${subject}:${name}`, `its head is a commit of the agent, pushed or fast-forwarded there`);
        }
        if (name !== repository.defaultBranch || isAgents) continue;
        const [commit] = await listAgentCommits(bare, name);
        if (commit === undefined) continue;
        findings.add('N9', `${subject}:${name}`, `the default branch has the agent's commit ${commit} on its own line`);
      }
    } catch (error) {
      findings.add('N9', subject, `can't be looked at: ${describeFault(error)}`);
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

async function listAgentCommits({ git, gitDir }: Bare, branch: string): Promise<readonly string[]> {
  const args = [
    'log',
    '--first-parent',
    '--fixed-strings',
    `--author=<${agentAuthor.email}>`,
    '--max-count=1',
    '--format=%H',
    '--end-of-options',
    `refs/heads/${branch}`,
  ];
  const output = requireSuccess(await git.run({ gitDir, args }), 'reading the default branch');
  return output.stdout.toString('latin1').split('\n').filter(Boolean);
}
