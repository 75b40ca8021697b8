import { maxAgentSuggestions, type AgentJobDraft, type LeftOutReason } from '@docwright/contract';
import { listFileChanges, readFormat, toEditedText, type Overlay, type TextRange } from '@docwright/doc-agent';
import type { AnyTransaction } from '../../../platform/job-engine/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import type { AskOutcome, DraftJob } from '../../agent/agent-jobs/index.ts';
import { addThread, toAnchoredText } from '../comments/index.ts';
import { openBranch, readOpenedBytes, type Bytes, type DraftDeps, type DraftTarget } from '../drafts/index.ts';
import { listSuggestions, type Suggestion } from './list-suggestions.ts';

interface Work {
  readonly target: DraftTarget;
  readonly job: DraftJob;
  readonly overlay: Overlay;
  /** Reads a file in the version that the agent read. */
  readonly read: (path: string) => Promise<Buffer | undefined>;
  /** The selected part of the file that the request is about; `undefined` for all of it. */
  readonly selection: TextRange | undefined;
}

/** The suggestions for a file. */
interface FilePlan {
  readonly path: string;
  readonly bytes: Bytes;
  readonly suggestions: readonly Suggestion[];
}

type LeftOut = AgentJobDraft['leftOut'][number];

const reasonOf = { added: 'file_added', deleted: 'file_deleted', moved: 'file_moved' } as const;

/**
 * Compares the agent's changes with the draft's current text.
 * @returns a function that creates the suggestions in a transaction
 */
export async function planSuggestions(
  deps: DraftDeps,
  work: Work,
): Promise<(tx: AnyTransaction) => Promise<AskOutcome>> {
  const { target, job, overlay, read, selection } = work;
  const { file } = job.ask;
  const opened = await openBranch(deps, target, { isExact: true });
  const leftOut: LeftOut[] = [];
  const plans: FilePlan[] = [];
  for (const { path, change, before, after } of await listFileChanges({ list: async () => [], read }, overlay)) {
    const leave = (reason: LeftOutReason, changes: number): void => {
      if (changes > 0) leftOut.push({ file: path, reason, changes });
    };
    if (file !== null && path !== file) leave('outside', 1);
    else if (change !== 'modified') leave(reasonOf[change], 1);
    else {
      const format = readFormat(before);
      const bytes = await readOpenedBytes(deps, opened, path);
      const found = listSuggestions({
        before: toEditedText(before, format),
        after: toEditedText(after, format),
        current: toAnchoredText(bytes) ?? '',
        selection,
      });
      for (const [reason, changes] of found.leftOut) leave(reason, changes);
      plans.push({ path, bytes, suggestions: found.suggestions });
    }
  }
  return (tx) => suggest(tx, { target, jobId: job.id, plans, leftOut });
}

/** Files are in alphabetical order, the order in which every transaction locks them. */
async function suggest(
  tx: AnyTransaction,
  {
    target: { principal, project, branch },
    jobId,
    plans,
    leftOut: before,
  }: {
    readonly target: DraftTarget;
    readonly jobId: string;
    readonly plans: readonly FilePlan[];
    readonly leftOut: readonly LeftOut[];
  },
): Promise<AskOutcome> {
  const suggestions: string[] = [];
  const leftOut = [...before];
  const author = { ...principal, origin: null };
  for (const { path, bytes, suggestions: wanted } of plans) {
    const place = { author, project, branch, path, bytes };
    let refused = 0;
    for (const { range, quote, replacement } of wanted) {
      const thread = { range, quote, replacement, text: '', mentions: [], agentJobId: jobId };
      const id = suggestions.length < maxAgentSuggestions ? await addWithinLimits(tx, place, thread) : undefined;
      if (id === undefined) refused += 1;
      else suggestions.push(id);
    }
    if (refused > 0) leftOut.push({ file: path, reason: 'limit', changes: refused });
  }
  return { suggestions, leftOut };
}

/** Returns `undefined` if the file or the project has the maximum number of threads. */
async function addWithinLimits(
  tx: AnyTransaction,
  ...[place, thread]: Parameters<typeof addThread> extends [unknown, ...infer Rest] ? Rest : never
): Promise<string | undefined> {
  try {
    return (await addThread(tx, place, thread)).id;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'comment_limit_reached') return undefined;
    throw error;
  }
}
