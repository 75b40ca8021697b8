import type { TurnOutcome } from '@docwright/doc-agent';
import { toStorableJson, toStorableText } from '../../../../platform/database/index.ts';
import { LeaseLost } from '../../../../platform/job-engine/index.ts';
import { publishEnd, type EndAgentJobDeps } from '../intake/end-agent-job.ts';
import { readLink, titleOf } from '../publish/branch-state.ts';
import type { Published } from '../publish/published.ts';
import { insertEvent, updateActiveAgentJob } from '../store.ts';
import type { AgentJobRow } from '../tables.ts';

/** Ends a turn that has an outcome, with or without a pull request. */
export async function completeTurn(
  deps: EndAgentJobDeps,
  job: AgentJobRow,
  { outcome, published }: { readonly outcome: TurnOutcome; readonly published: Published },
): Promise<void> {
  const { result, summary } = toResult(outcome, published);
  await deps.database.kysely.transaction().execute(async (tx) => {
    const row = await updateActiveAgentJob(tx, job, {
      status: 'completed',
      result,
      title: toStorableText(titleOf(job, outcome)),
      summary: toStorableText(summary),
      model: outcome.model,
      files: toStorableJson(result === 'changes' || readLink(job) !== null ? toFiles(outcome) : []),
      ...(published.kind === 'duplicate' && { pr_link: published.prLink, duplicate_of: published.of }),
    });
    if (row === undefined) throw new LeaseLost();
    const { gate } = outcome;
    const notes = [...outcome.risks, ...outcome.notes];
    const data = { result, summary, prLink: readLink(row), risks: outcome.risks, notes, gate: gate.status };
    await insertEvent(tx, job.id, { type: 'job.completed', data });
    await publishEnd(deps, tx, row);
  });
}

function toResult(outcome: TurnOutcome, published: Published): { result: AgentJobRow['result']; summary: string } {
  const { result, summary } = outcome;
  if (result !== 'changes') return { result, summary };
  switch (published.kind) {
    case 'published':
    case 'dry-run':
    case 'duplicate':
      return { result, summary };
    case 'nothing':
      return { result: 'no_changes', summary };
    case 'conflict': {
      const paths = published.paths.map((path) => `- \`${path}\``).join('\n');
      return { result: 'conflict', summary: `${published.reason}\n\n${paths}\n\n${summary}` };
    }
  }
}

/** The contract has no `moved`: a moved file is one deleted and one added file. */
function toFiles(outcome: TurnOutcome): AgentJobRow['files'] {
  return outcome.files.flatMap(({ path, change, added, removed, from }): AgentJobRow['files'] => {
    if (change !== 'moved') return [{ path, change, added, removed }];
    const gone = from === undefined ? [] : [{ path: from, change: 'deleted' as const, added: 0, removed }];
    return [...gone, { path, change: 'added' as const, added, removed: 0 }];
  });
}
