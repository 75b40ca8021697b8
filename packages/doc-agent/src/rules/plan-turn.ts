import { carryOut } from './carry-out.ts';
import type { Report, ToolAnswer, ToolRequest } from './plan.ts';
import { toText } from './read-answer.ts';
import { cacheAnswers } from './cache-answers.ts';
import type { AnswerCache } from './cache-answers.ts';
import { composeFinish, composeQuestions, composeRefusal } from './compose-finish.ts';
import { settleStatements } from './settle-statements.ts';
import { parsePrompt } from './parse-prompt.ts';

/**
 * The engine's next calls, given the answers to all previous ones. The whole plan is replayed from the beginning each
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

/** All or nothing: a statement that isn't understood may forbid or delay the others. */
function* planTurn(prompt: string): TurnPlan {
  const parsed = parsePrompt(prompt);
  if (parsed.unread.length > 0) {
    yield [{ tool: 'finish', input: { ...composeRefusal(parsed.unread, parsed.statements) } }];
    return;
  }
  const { statements, doubtful, questions } = yield* settleStatements(parsed.statements);
  if (doubtful.length > 0) {
    const sources = new Set([...doubtful, ...questions].map(({ source }) => source));
    const readable = parsed.statements.filter(({ source }) => !sources.has(source));
    yield [{ tool: 'finish', input: { ...composeRefusal(doubtful, readable) } }];
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
  // The gate or the policy found a fault. Repairing it requires judgment, which this engine doesn't have.
  const summary = `${finish.summary}\n\nThe changes were not published: ${answer.error.message}${describeIssues(answer)}`;
  yield [{ tool: 'finish', input: { outcome: 'needs_input', title: finish.title, summary } }];
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
