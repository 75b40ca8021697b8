import { AgentError, ToolError } from '../errors.ts';
import type { FileChange } from '../overlay/list-file-changes.ts';
import { findWork, finishTurn } from './finish-turn.ts';
import type { FinishContext } from './finish-turn.ts';
import type { FinishedData } from './journal-data.ts';

/** The result of a turn that can't continue. */
export type KeptWork =
  | { readonly kind: 'draft'; readonly finished: FinishedData }
  | { readonly kind: 'failure'; readonly error: AgentError };

/**
 * Ends a turn that was stopped by a limit, a loop, a silent model or an outage. Changes that pass every ordinary check
 * are published as a draft, because they may be incomplete. Other changes stay in the job, and the error reports them.
 */
export async function keepWork(error: AgentError, context: FinishContext): Promise<KeptWork> {
  const changes = await context.workspace.fileChanges();
  if (findWork(changes, context) === 'none') return { kind: 'failure', error };
  const finished = await tryToFinish(error, context);
  if (finished === undefined) return { kind: 'failure', error: withKeptWork(error, changes) };
  const reason = `Unfinished: the agent was stopped before it was done (${error.message}). Check what is missing.`;
  return { kind: 'draft', finished: { ...finished, risks: [reason, ...finished.risks] } };
}

/** Finishes the turn with its changes; `undefined` if none are left to publish, or if a check refuses them. */
async function tryToFinish(error: AgentError, context: FinishContext): Promise<FinishedData | undefined> {
  const { maxRepairRounds } = context.workspace.policy.limits;
  const summary = `The agent was stopped before it finished: ${error.message}. These are its changes so far; they pass the docs gate. Send a follow-up to continue.`;
  try {
    const decision = await finishTurn(
      { outcome: 'changes', title: null, summary },
      { ...context, state: { ...context.state, repairRounds: maxRepairRounds, falseClaims: Infinity } },
    );
    return decision.kind === 'accepted' && decision.finished.result === 'changes' ? decision.finished : undefined;
  } catch (refusal) {
    if (refusal instanceof AgentError || refusal instanceof ToolError) return undefined;
    throw refusal;
  }
}

const maxNamed = 5;

/** The same error, with the kept changes and how to publish them. */
function withKeptWork(error: AgentError, changes: readonly FileChange[]): AgentError {
  const { code, retryable, remedy } = error;
  return new AgentError(code, `${error.message}. ${describeKept(changes)}`, {
    retryable,
    remedy: `${publishKept} ${remedy}`,
    cause: error,
  });
}

const publishKept = 'Send a follow-up such as "Finish the change." to continue from there and publish them.';

/** Describes the kept changes of a turn that ended without publishing. Empty if no files were changed. */
export async function describeKeptWork(context: FinishContext): Promise<string> {
  const changes = await context.workspace.fileChanges();
  return findWork(changes, context) === 'none' ? '' : `${describeKept(changes)} ${publishKept}`;
}

function describeKept(changes: readonly FileChange[]): string {
  const named = changes.slice(0, maxNamed).map(({ path }) => `\`${path.replaceAll('`', '')}\``);
  const more = changes.length > named.length ? ` and ${changes.length - named.length} more` : '';
  return `The changes so far are kept: ${named.join(', ')}${more}.`;
}
