import { carryOut } from './carry-out.ts';
import type { EngineLimits, Report, ToolAnswer, ToolRequest } from './plan.ts';
import { toText } from './read-answer.ts';
import { rememberAnswers } from './remember-answers.ts';
import type { AnswerMemory } from './remember-answers.ts';
import { composeFinish } from './compose-finish.ts';
import { parsePrompt } from './parse-prompt.ts';

/**
 * The calls that the engine makes next, given the answers to all it made before. The whole plan is played again from
 * its beginning each time, so the engine has no state of its own: the history is its state.
 */
export function nextRequests(
  prompt: string,
  answers: readonly (readonly ToolAnswer[])[],
  limits: EngineLimits,
): readonly ToolRequest[] {
  const plan = planTurn(prompt, limits);
  let step = plan.next();
  for (const answer of answers) {
    if (step.done === true) break;
    step = plan.next(answer);
  }
  return step.done === true ? [] : step.value;
}

type TurnPlan = Generator<readonly ToolRequest[], void, readonly ToolAnswer[]>;

function* planTurn(prompt: string, limits: EngineLimits): TurnPlan {
  const { statements, unread } = parsePrompt(prompt);
  const reports: Report[] = [];
  const memory: AnswerMemory = new Map();
  for (const { instruction } of statements) {
    reports.push(yield* rememberAnswers(carryOut(instruction, limits), memory));
  }
  const finish = composeFinish(reports, unread);
  const [answer] = yield [{ tool: 'finish', input: { ...finish } }];
  if (answer?.error === undefined) return;
  // The gate or the policy found a fault. Repairing it takes judgement, which this engine does not have.
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
