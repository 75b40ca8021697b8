import type { LeftOutReason } from '@docwright/contract';
import type { TurnOutcome } from '@docwright/doc-agent';
import type { Transaction } from 'kysely';
import { toStorableJson, toStorableText } from '../../../../platform/database/index.ts';
import { LeaseLost } from '../../../../platform/job-engine/index.ts';
import { publishEnd, type EndAgentJobDeps } from '../intake/end-agent-job.ts';
import { readLink, titleOf } from '../publish/branch-state.ts';
import type { Published } from '../publish/published.ts';
import { insertEvent, updateActiveAgentJob } from '../store.ts';
import { listCitedLines } from './list-cited-lines.ts';
import type { AgentJobRow, AgentJobTables, AskOutcome } from '../tables.ts';
import { countOf } from '../../../../platform/words/count-of.ts';

export interface EndOfTurn {
  readonly outcome: TurnOutcome;
  /** The result of publishing, or a function that publishes the changes in the transaction that ends the turn. */
  readonly published: Published | ((tx: Transaction<AgentJobTables>) => Promise<Published>);
  readonly docsFolder: string;
}

/** Ends a turn that has an outcome, with or without a pull request. */
export async function completeTurn(
  deps: EndAgentJobDeps,
  job: AgentJobRow,
  { outcome, published: given, docsFolder }: EndOfTurn,
): Promise<void> {
  await deps.database.kysely.transaction().execute(async (tx) => {
    const published = typeof given === 'function' ? await given(tx) : given;
    const { result, summary } = toResult(outcome, published);
    const row = await updateActiveAgentJob(tx, job, {
      status: 'completed',
      result,
      title: toStorableText(titleOf(job, outcome)),
      summary: toStorableText(summary),
      answer_citations: result === 'answer' ? toStorableJson(listCitedLines(job, docsFolder, outcome)) : null,
      model: outcome.model,
      files: toStorableJson(result === 'changes' || readLink(job) !== null ? toFiles(outcome) : []),
      ...(published.kind === 'suggested' && { ask_outcome: toStorableJson(published.outcome) }),
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

interface Result {
  readonly result: AgentJobRow['result'];
  readonly summary: string;
}

function toResult(outcome: TurnOutcome, published: Published): Result {
  const { result, summary } = outcome;
  if (result !== 'changes') return { result, summary };
  switch (published.kind) {
    case 'published':
    case 'dry-run':
    case 'duplicate':
      return { result, summary };
    case 'suggested':
      return describeSuggested(published.outcome, summary);
    case 'nothing':
      return { result: 'no_changes', summary };
    case 'conflict': {
      const paths = published.paths.map((path) => `- \`${path}\``).join('\n');
      return { result: 'conflict', summary: `${published.reason}\n\n${paths}\n\n${summary}` };
    }
  }
}

const leftOutWords: Readonly<Record<LeftOutReason, string>> = {
  outside: 'outside the part that the request is about',
  text_changed: 'of lines that others changed in the meantime',
  file_added: 'that adds the file, which suggestions can’t do',
  file_deleted: 'that deletes the file, which suggestions can’t do',
  file_moved: 'that moves the file, which suggestions can’t do',
  not_text: 'of a file that is empty or isn’t text',
  too_long: 'with too much text for one suggestion',
  limit: 'beyond the maximum number of suggestions',
};

function describeSuggested({ suggestions, leftOut }: AskOutcome, summary: string): Result {
  const isOutdated = leftOut.some(({ reason }) => reason === 'text_changed');
  const result = suggestions.length > 0 ? 'changes' : isOutdated ? 'conflict' : 'no_changes';
  if (leftOut.length === 0) return { result, summary };
  const lines = leftOut
    .slice(0, maxListed)
    .map(({ file, reason, changes }) => `- \`${file}\`: ${countOf(changes, 'change')} ${leftOutWords[reason]}`);
  const rest = leftOut.length - lines.length;
  if (rest > 0) lines.push(`- and ${rest} more`);
  return { result, summary: `${summary}\n\n**Not suggested**\n\n${lines.join('\n')}` };
}

const maxListed = 20;

/** Converts files for the contract, which has no `moved`: a moved file is one deleted and one added file. */
function toFiles(outcome: TurnOutcome): AgentJobRow['files'] {
  return outcome.files.flatMap(({ path, change, added, removed, from, image }): AgentJobRow['files'] => {
    if (change !== 'moved') return [{ path, change, added, removed, ...(image !== undefined && { image }) }];
    const deletion = from === undefined ? [] : [{ path: from, change: 'deleted' as const, added: 0, removed }];
    return [...deletion, { path, change: 'added' as const, added, removed: 0 }];
  });
}
