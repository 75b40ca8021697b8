import { carryOut } from './carry-out.ts';
import type { Report, ToolAnswer, ToolRequest } from './plan.ts';
import { toText } from './read-answer.ts';
import { answerQuestion, readQuestion } from './answer-question.ts';
import { cacheAnswers } from './cache-answers.ts';
import type { AnswerCache } from './cache-answers.ts';
import { composeFinish, composeQuestions, composeRefusal } from './compose-finish.ts';
import { settleStatements } from './settle-statements.ts';
import type { ParsedPrompt, Statement, UnreadStatement } from './instruction.ts';
import { checkProposal } from './proposals/check-proposal.ts';
import { isUnreadInstruction } from './proposals/leave-out.ts';
import { propose } from './proposals/propose.ts';
import { parsePrompt } from './parse-prompt.ts';
import { countOf } from '../text/count-of.ts';

/**
 * The engine's next calls, given the answers to all previous calls. The whole plan is replayed from the beginning each
 * time, so the engine has no state: the history is its state.
 */
export function nextRequests(prompt: string, answers: readonly (readonly ToolAnswer[])[]): readonly ToolRequest[] {
  const plan = planTurn(prompt);
  let step = plan.next();
  for (const answer of answers) {
    if (step.done === true) break;
    step = plan.next(answer);
  }
  return step.done === true ? [] : step.value;
}

type TurnPlan = Generator<readonly ToolRequest[], void, readonly ToolAnswer[]>;

/** Plans a turn, all or nothing: a statement that isn't understood may forbid or delay the others. */
function* planTurn(prompt: string): TurnPlan {
  if (isUndo(prompt)) {
    yield* explainUndo();
    return;
  }
  const parsed = parsePrompt(prompt);
  if (parsed.unread.length > 0) {
    yield* refuse(prompt, parsed.unread, listRest(parsed));
    return;
  }
  const { statements, doubtful, questions } = yield* settleStatements(parsed.statements);
  if (doubtful.length > 0) {
    const sources = new Set([...doubtful, ...questions].map(({ source }) => source));
    const readable = parsed.statements.filter(({ source }) => !sources.has(source));
    yield [{ tool: 'finish', input: { ...composeRefusal({ prompt, unread: doubtful, readable }) } }];
    return;
  }
  if (questions.length > 0) {
    yield [{ tool: 'finish', input: { ...composeQuestions(questions) } }];
    return;
  }
  const reports: Report[] = [];
  const cache: AnswerCache = new Map();
  for (const { instruction } of statements) {
    reports.push(yield* cacheAnswers(carryOut(instruction), cache));
  }
  const finish = composeFinish(reports);
  const [answer] = yield [{ tool: 'finish', input: { ...finish } }];
  if (answer?.error === undefined) return;
  // The gate or the policy found an error. Fixing it requires judgment, which this engine doesn't have.
  const summary = `${finish.summary}\n\nThe changes were not published: ${answer.error.message}${describeIssues(answer)}`;
  yield [{ tool: 'finish', input: { outcome: 'needs_input', title: finish.title, summary } }];
}

/**
 * Ends the turn with the answer to a question, or with the parts that weren't understood and a proposal, if there is
 * one.
 */
function* refuse(prompt: string, unread: readonly UnreadStatement[], readable: readonly Statement[]): TurnPlan {
  const proposal = propose(prompt);
  const { requests, obstacles: notes } = yield* checkProposal(proposal.requests);
  const isOffered = proposal.isSafe && requests.length > 0 && notes.length === 0;
  const question = proposal.requests.length > 0 || readable.length > 0 ? undefined : readQuestion(prompt);
  const answer = question === undefined ? undefined : yield* answerQuestion(question);
  if (answer !== undefined) {
    yield [{ tool: 'finish', input: { ...answer, sources: answer.sources.map((source) => ({ ...source })) } }];
    return;
  }
  const finish = composeRefusal({
    prompt,
    unread,
    readable,
    ...(isOffered ? { proposal: { requests, leftOut: proposal.leftOut } } : {}),
    notes,
  });
  yield [{ tool: 'finish', input: { ...finish } }];
}

/** Returns the understood statements if they remove nothing and all others are independent instructions. */
function listRest({ statements, unread }: ParsedPrompt): readonly Statement[] {
  const isIndependent = unread.every(({ source }) => isUnreadInstruction(source));
  const takesAway = statements.some(({ instruction }) => /^(?:delete|remove)/.test(instruction.kind));
  return isIndependent && !takesAway ? statements : [];
}

const isUndo = (prompt: string): boolean =>
  /^(?:please )?(?:undo|revert|roll back|take back)(?: (?:that|this|it|everything|all|all changes|(?:the|your) (?:last )?changes?))?(?:,? please)?[.!]*$/i.test(
    prompt.trim(),
  );

function* explainUndo(): TurnPlan {
  const [answer] = yield [{ tool: 'diff', input: {} }];
  const files = Array.isArray(answer?.value['files']) ? (answer.value['files'] as Record<string, unknown>[]) : [];
  const summary =
    files.length === 0
      ? 'This job has changed nothing, so there is nothing to undo.'
      : `The changes of this job are in its pull request (${files.length === 1 ? `\`${toText(files[0]?.['path'])}\`` : countOf(files.length, 'file')}). To undo all of them, close the pull request: archive the job with "Also close the pull request". To undo part of them, ask for the opposite change.`;
  yield [{ tool: 'finish', input: { outcome: files.length === 0 ? 'no_changes' : 'needs_input', title: '', summary } }];
}

function describeIssues(answer: ToolAnswer): string {
  const detail = answer.value['error'] as Record<string, unknown> | undefined;
  if (!Array.isArray(detail?.['issues'])) return '';
  const issues = detail['issues'] as Record<string, unknown>[];
  return issues
    .slice(0, 10)
    .map(
      (issue) =>
        `\n- \`${toText(issue['path'])}\`${issue['line'] === undefined ? '' : ` line ${toText(issue['line'])}`}: ${toText(issue['message'])}`,
    )
    .join('');
}
