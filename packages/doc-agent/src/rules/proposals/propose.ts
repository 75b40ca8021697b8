import { parsePrompt } from '../parse-prompt.ts';
import { parseStatement } from '../parse-statement.ts';
import { quote, quotedParts, splitStatements, type RawStatement } from '../split-statements.ts';
import { fillRequest } from './fill-request.ts';
import { isContext, listReductions } from './leave-out.ts';

/** Requests that were nearly understood, in the grammar and with the author's own words. */
export interface Proposal {
  readonly requests: readonly string[];
  /** The author's words that the requests leave out. */
  readonly leftOut: readonly string[];
  /** Nothing else in the prompt can forbid, delay or quote the requests: they may be offered. */
  readonly isSafe: boolean;
}

const maxStatements = 12;
/** Longer prompts get no proposal: they are pasted texts, and expressions of proposals take more than linear time. */
const maxPromptLength = 2000;

/**
 * Proposes requests for a prompt that can't be read as written. Its other words must be descriptions; otherwise the
 * proposal isn't safe.
 */
export function propose(prompt: string): Proposal {
  if (prompt.length > maxPromptLength) return { requests: [], leftOut: [], isSafe: false };
  const statements = splitStatements(prompt).slice(0, maxStatements + 1);
  const isPasted = /^[^\S\r\n\u2028\u2029]*(?:[>#|~]|- \[)|```|<!--/m.test(prompt) || statements.length > maxStatements;
  if (isPasted || statements.some(({ indent }) => (indent ?? 0) >= 4))
    return { requests: [], leftOut: [], isSafe: false };
  const requests: string[] = [];
  const leftOut: string[] = [];
  let isSafe = true;
  for (const statement of statements) {
    const read = proposeOne(statement);
    if (read !== undefined) {
      requests.push(read.request);
      leftOut.push(...read.leftOut);
    } else if (isContext(statement.pattern) && !hasOwnValues(statement, prompt)) leftOut.push(statement.source);
    else if (!isEmpty(statement)) isSafe = false;
  }
  const parsed = parsePrompt(requests.join('\n'));
  const isWhole = parsed.unread.length === 0 && parsed.statements.length === requests.length;
  return { requests: isWhole ? requests : [], leftOut, isSafe };
}

interface OneProposal {
  readonly request: string;
  readonly leftOut: readonly string[];
}

function proposeOne(statement: RawStatement): OneProposal | undefined {
  if (isRead(statement)) return { request: restore(statement), leftOut: [] };
  for (const { pattern, leftOut } of listReductions(statement.pattern)) {
    const reduced = { ...statement, pattern };
    if (isRead(reduced))
      return { request: restore(reduced), leftOut: leftOut.map((words) => restore({ ...statement, pattern: words })) };
  }
  return undefined;
}

const isRead = (statement: RawStatement): boolean => 'instruction' in parseStatement(statement);

const restore = ({ pattern, quoted: values }: RawStatement): string =>
  fillRequest({ pattern, quoted: values }) ??
  pattern.replace(quotedParts, (_, number: string) => quote(values[Number(number)] ?? ''));

const isEmpty = ({ source }: RawStatement): boolean => {
  const parsed = parsePrompt(source);
  return parsed.statements.length === 0 && parsed.unread.length === 0;
};

/** Quoted words of a description that no other part of the prompt has may be what the author wants. */
function hasOwnValues(statement: RawStatement, prompt: string): boolean {
  return statement.quoted.some((value) => prompt.split(value).length < 3);
}
