import type { Statement } from '../instruction.ts';
import { parsePrompt } from '../parse-prompt.ts';
import { parseStatement } from '../parse-statement.ts';
import { quote, quotedParts, splitStatements, type RawStatement } from '../split-statements.ts';
import { expandStatements } from './expand-statements.ts';
import { fillRequest } from './fill-request.ts';
import { isContext, listReductions } from './leave-out.ts';
import { proposeNear, proposeNearPair, quoteCode } from './propose-near.ts';
import { grantsWish, isComplaint, isWish } from './wishes.ts';
import type { Written } from './wording.ts';

/** Requests in the grammar, with the author's own words, for a prompt that was nearly understood. */
export interface Proposal {
  readonly requests: readonly Written[];
  /** The author's words that the requests leave out. */
  readonly leftOut: readonly string[];
  /** Whether the requests can be offered, because no other part of the prompt forbids, delays or quotes them. */
  readonly isSafe: boolean;
}

const maxStatements = 12;
/**
 * No request is proposed for longer prompts, because they are pasted text, and matching takes more than linear time.
 */
const maxPromptLength = 2000;

/**
 * Proposes requests for a prompt that can't be read as written. Its other words must be descriptions; otherwise the
 * proposal isn't safe.
 */
export function propose(prompt: string): Proposal {
  if (prompt.length > maxPromptLength) return { requests: [], leftOut: [], isSafe: false };
  const statements = expandStatements(splitStatements(prompt)).slice(0, maxStatements + 1);
  const isPasted = /^[^\S\r\n\u2028\u2029]*(?:[>#|~]|- \[)|```|<!--/m.test(prompt) || statements.length > maxStatements;
  if (isPasted || statements.some(({ indent }) => (indent ?? 0) >= 4))
    return { requests: [], leftOut: [], isSafe: false };
  const exact = statements.map(proposeExactly);
  const hasExact = exact.some((read) => read !== undefined);
  const requests: Written[] = [];
  const leftOut: string[] = [];
  const wishes: RawStatement[] = [];
  let isSafe = true;
  for (let at = 0; at < statements.length; at += 1) {
    const statement = statements[at];
    if (statement === undefined) break;
    // If another sentence is a clear request, a fact is its reason and not a second request.
    const isReason = hasExact && isContext(statement.pattern);
    const next = exact[at] === undefined && exact[at + 1] === undefined ? statements[at + 1] : undefined;
    const pair = next === undefined ? undefined : proposePair(statement, next);
    const read = exact[at] ?? pair ?? (isReason ? undefined : proposeOne(statement));
    if (read !== undefined) {
      if (requests.every(({ request }) => request !== read.request)) requests.push(read);
      leftOut.push(...read.leftOut);
      if (read === pair) at += 1;
    } else if (isContext(statement.pattern) && !hasOwnValues(statement, prompt)) leftOut.push(statement.source);
    else if (isComplaint(statement.pattern)) leftOut.push(statement.source);
    else if (isWish(statement.pattern)) wishes.push(statement);
    else if (!isEmpty(statement)) isSafe = false;
  }
  // "Can we give it a better title?" is fulfilled by a request that sets a title.
  for (const { pattern, source } of wishes) {
    if (requests.some(({ request }) => grantsWish(pattern, request))) leftOut.push(source);
    else isSafe = false;
  }
  const parsed = parsePrompt(requests.map(({ request }) => request).join('\n'));
  const isWhole =
    parsed.unread.length === 0 && parsed.statements.length === requests.length && !hasLostPlace(parsed.statements);
  return { requests: isWhole ? requests : [], leftOut, isSafe };
}

/** Whether only some replacements name pages: in "In X, A → B; also C → D", the second may be for the whole site. */
function hasLostPlace(statements: readonly Statement[]): boolean {
  const places = statements.flatMap(({ instruction }) =>
    instruction.kind === 'replace' ? [instruction.where.length > 0] : [],
  );
  return new Set(places).size > 1;
}

interface OneProposal extends Written {
  readonly leftOut: readonly string[];
}

function proposeExactly(statement: RawStatement): OneProposal | undefined {
  if (isRead(statement)) return { request: restore(statement), isOnce: false, leftOut: [] };
  const coded = quoteCode(statement);
  for (const words of coded === statement ? [statement] : [statement, { ...statement, ...coded }]) {
    for (const { pattern, leftOut } of [{ pattern: words.pattern, leftOut: [] }, ...listReductions(words.pattern)]) {
      const reduced = { ...words, pattern };
      if (!isRead(reduced)) continue;
      return { request: restore(reduced), isOnce: false, leftOut: restoreAll(leftOut, words.quoted) };
    }
  }
  return undefined;
}

function proposeOne(statement: RawStatement): OneProposal | undefined {
  const near = proposeNear(statement);
  return near === undefined ? undefined : { ...near, leftOut: restoreAll(near.leftOut, statement.quoted) };
}

function proposePair(first: RawStatement, second: RawStatement): OneProposal | undefined {
  const near = proposeNearPair(first, second);
  const quoted = [...first.quoted, ...second.quoted];
  return near === undefined ? undefined : { ...near, leftOut: restoreAll(near.leftOut, quoted) };
}

const restoreAll = (parts: readonly string[], quoted: readonly string[]): string[] =>
  parts.map((pattern) => restoreQuotes({ pattern, quoted }));

const isRead = (statement: RawStatement): boolean => 'instruction' in parseStatement(statement);

const restore = (statement: RawStatement): string => fillRequest(statement) ?? restoreQuotes(statement);

const restoreQuotes = ({ pattern, quoted: values }: Pick<RawStatement, 'pattern' | 'quoted'>): string =>
  pattern.replace(quotedParts, (_, number: string) => quote(values[Number(number)] ?? ''));

const isEmpty = ({ source }: RawStatement): boolean => {
  const parsed = parsePrompt(source);
  return parsed.statements.length === 0 && parsed.unread.length === 0;
};

/** Whether a description quotes text that occurs nowhere else in the prompt. The author may want it on the page. */
function hasOwnValues(statement: RawStatement, prompt: string): boolean {
  return statement.quoted.some((value) => prompt.split(value).length < 3);
}
