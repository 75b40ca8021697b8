import type { Database } from '../../../../platform/database/index.ts';
import type { Mirror } from '../../../../platform/git/index.ts';
import { composeCommit } from '@docwright/doc-agent';
import { branchMoved } from '../errors.ts';
import { listChangedPaths, readOverlayChanges, saveAdoption } from './their-commits.ts';
import { selectImageFacts } from '../image-store.ts';
import { branchOf } from './branch-state.ts';
import { agentAuthor } from './commit-turn.ts';
import type { CommitIds, Published, PublishRequest } from './published.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';

interface MovedBranch {
  readonly job: AgentJobRow;
  /** Our commit, based on `pushed`. */
  readonly commit: CommitIds;
  /** Our last pushed commit. */
  readonly pushed: string;
  /** The commit to which people have since moved the branch. */
  readonly head: string;
}

/**
 * Handles pushes by people to the agent's branch during this turn: the agent's changes are merged onto people's
 * commits, file by file, and these commits become part of the job. If both changed the same lines, the branch isn't
 * pushed.
 */
export async function mergeIntoBranch(
  deps: { readonly database: Database<AgentJobTables>; readonly mirror: Mirror },
  request: PublishRequest,
  moved: MovedBranch,
): Promise<{ readonly job: AgentJobRow; readonly commit: CommitIds } | Published> {
  const { mirror } = deps;
  const { job, commit, pushed, head } = moved;
  const { signal, facts, date, baseCommit: base, docsFolder } = request;
  const branch = branchOf(job);
  await mirror.fetch({ branches: [branch], signal });
  if (!(await mirror.isAncestor(pushed, head, { signal }))) {
    throw branchMoved(branch, "and no longer contains the agent's commits");
  }
  const merge = await mirror.mergeTrees(head, commit.sha, { signal });
  if (merge.kind === 'conflict') {
    const reason = `While the agent was working, someone else changed the same lines on the branch ${branch}, so it was not overwritten. Send the request again: the agent will then see those changes.`;
    return { kind: 'conflict', reason, paths: merge.paths };
  }
  const ours = await listChangedPaths(mirror, { from: pushed, to: commit.sha, signal });
  const theirs = await listChangedPaths(mirror, { from: pushed, to: head, signal });
  const { subject, body } = composeCommit(facts);
  const made = await mirror.commitOverlay({
    base: head,
    changes: await Promise.all(
      ours.map(async (path) => ({ path, content: (await mirror.readFile(merge.tree, path, { signal })) ?? null })),
    ),
    message: body === '' ? subject : `${subject}\n\n${body}`,
    author: agentAuthor,
    date,
    signal,
  });
  if (made.kind === 'unchanged') return { kind: 'nothing' };
  const paths = [...new Set([...ours, ...theirs])];
  const images = await selectImageFacts(deps.database.kysely, job.id);
  const changes = await readOverlayChanges(mirror, { base, head: merge.tree, paths, docsFolder, branch, images });
  return { job: await saveAdoption(deps.database, job, { branch, head, changes }), commit: made };
}
