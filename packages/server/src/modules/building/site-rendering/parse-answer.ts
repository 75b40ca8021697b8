import {
  missingCauses,
  type BuildReport,
  type Issue,
  type MissingPage,
  type SealedHeader,
  type SessionAnswer,
} from '@docwright/site-builder';
import type { Condition } from '@docwright/site-access/rules';

/** Maximum length of text in a report. Longer text is truncated, because it is meant for people. */
const maxTextChars = 2000;
const maxPathChars = 1024;
const maxIssues = 100_000;
const maxPages = 1_000_000;
const maxIssueCodes = 1000;
const maxRemoteSpecs = 10_000;

const failureCodes = ['no-config', 'restricted-pages', 'site-protected'] as const;

/** The sandbox's output is not an answer to the question. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

/**
 * Parses a message's header as the answer type that it names. An attacker who took over the builder controls every byte
 * of the header, so each field is checked and copied, and no unexpected field is passed on.
 * @throws {AnswerError}
 */
export function parseAnswer(header: unknown, id: number): SessionAnswer {
  const answer = requireRecord(header, 'an answer');
  if (answer['id'] !== id) throw new AnswerError('it answers a different question');
  switch (answer['type']) {
    case 'output':
      return { type: 'output', id, path: requireText(answer['path'], 'path') };
    case 'output-reused':
      return { type: 'output-reused', id, path: requireText(answer['path'], 'path'), sha256: requireDigest(answer) };
    case 'output-sealed':
      return { type: 'output-sealed', id, file: parseSealedHeader(answer['file']) };
    case 'progress': {
      const total = requireCount(answer['total']);
      return { type: 'progress', id, done: Math.min(requireCount(answer['done']), total), total };
    }
    case 'built':
      return { type: 'built', id, report: parseReport(answer['report']) };
    case 'pages':
      return {
        type: 'pages',
        id,
        paths: requireList(answer['paths'], maxPages).map((path) => requireText(path, 'page')),
      };
    case 'remote-specs':
      return {
        type: 'remote-specs',
        id,
        urls: requireList(answer['urls'], maxRemoteSpecs).map((url) => requireText(url, 'url')),
      };
    case 'checked':
      return { type: 'checked', id, issues: parseIssues(answer['issues']) };
    case 'parsed':
      return { type: 'parsed', id, problems: requireList(answer['problems'], maxIssues).map(parseProblem) };
    case 'cache-saved':
      return { type: 'cache-saved', id };
    case 'failed':
      return {
        type: 'failed',
        id,
        code: failureCodes.find((code) => code === answer['code']) ?? 'failed',
        message: toShownText(requireText(answer['message'], 'message'), maxTextChars),
      };
    default:
      throw new AnswerError('its type is unknown');
  }
}

const maxEdits = 1_000_000;
const maxChoices = 10_000;
const maxRules = 10_000;
const maxGroups = 10_000;

/** Parses a sealed file's header. A rule that can't be read ends the build, because no other rule may replace it. */
function parseSealedHeader(value: unknown): SealedHeader {
  const file = requireRecord(value, 'a sealed file');
  return {
    path: requireText(file['path'], 'path'),
    ...(file['when'] !== undefined && { when: parseCondition(file['when']) }),
    size: requireWhole(file['size']),
    edits: requireList(file['edits'], maxEdits).map((each) => {
      const edit = requireRecord(each, 'an edit');
      return {
        at: requireWhole(edit['at']),
        remove: requireWhole(edit['remove']),
        choices: requireList(edit['choices'], maxChoices).map((one) => {
          const choice = requireRecord(one, 'a choice');
          return { when: parseCondition(choice['when']), length: requireWhole(choice['length']) };
        }),
      };
    }),
  };
}

function parseCondition(value: unknown): Condition {
  return requireList(value, maxRules).map((rule) => {
    const sets = requireList(requireRecord(rule, 'a rule')['groupSets'], maxRules);
    return {
      groupSets: sets.map((set) => {
        const { includes, excludes } = requireRecord(set, 'a group set');
        return {
          includes: includes === undefined ? undefined : parseGroups(includes),
          excludes: parseGroups(excludes),
        };
      }),
    };
  });
}

const parseGroups = (value: unknown): readonly string[] =>
  requireList(value, maxGroups).map((name) => requireText(name, 'group'));

function parseReport(value: unknown): BuildReport {
  const report = requireRecord(value, 'a report');
  const count = (name: keyof BuildReport): number => requireCount(report[name]);
  const pages = (name: keyof BuildReport): number => requireWhole(report[name]);
  return {
    pages: pages('pages'),
    expected: pages('expected'),
    missing: requireList(report['missing'], maxPages).map(parseMissing),
    rendered: pages('rendered'),
    ...(report['publicPages'] !== undefined && { publicPages: pages('publicPages') }),
    files: pages('files'),
    bytes: count('bytes'),
    durationMs: count('durationMs'),
    peakMemoryBytes: count('peakMemoryBytes'),
    issues: parseIssues(report['issues']),
    issueCounts: parseIssueCounts(report['issueCounts']),
  };
}

function parseMissing(value: unknown): MissingPage {
  const { path, cause } = requireRecord(value, 'a missing page');
  const known = missingCauses.find((name) => name === cause);
  if (known === undefined) throw new AnswerError('a missing page has no cause');
  return { path: toShownText(requireText(path, 'path'), maxPathChars), cause: known };
}

function parseIssueCounts(value: unknown): Record<string, number> {
  const entries = Object.entries(requireRecord(value, 'a list of counts'));
  if (entries.length > maxIssueCodes) throw new AnswerError('there are too many issue codes');
  return Object.fromEntries(entries.map(([code, number]) => [requireCode(code), requireWhole(number)]));
}

function parseIssues(value: unknown): Issue[] {
  return requireList(value, maxIssues).map((entry) => {
    const issue = requireRecord(entry, 'an issue');
    const { severity, line, column, fix } = issue;
    if (severity !== 'error' && severity !== 'warning' && severity !== 'info')
      throw new AnswerError('an issue has no severity');
    const code = requireCode(issue['code']);
    return {
      path: toShownText(requireText(issue['path'], 'path'), maxPathChars),
      severity,
      code,
      message: toShownText(requireText(issue['message'], 'message'), maxTextChars),
      ...(isPlace(line) && { line }),
      ...(isPlace(column) && { column }),
      ...(typeof fix === 'string' && { fix: toShownText(fix, maxTextChars) }),
    };
  });
}

function parseProblem(value: unknown): { readonly line?: number; readonly column?: number; readonly message: string } {
  const { line, column, message } = requireRecord(value, 'a problem');
  return {
    message: toShownText(requireText(message, 'message'), maxTextChars),
    ...(isPlace(line) && { line }),
    ...(isPlace(column) && { column }),
  };
}

/**
 * Makes text safe to show and store: without control characters, which terminals interpret and databases refuse, and
 * without half of a surrogate pair, which truncation can leave.
 */
function toShownText(text: string, maxChars: number): string {
  return text
    .slice(0, maxChars)
    .toWellFormed()
    .replace(/(?![\t\n])\p{Cc}/gu, '\ufffd');
}

function requireRecord(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AnswerError(`${what} is not an object`);
  return value as Readonly<Record<string, unknown>>;
}

function requireList(value: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > most)
    throw new AnswerError(`it is not a list, or is longer than ${most}`);
  return value as readonly unknown[];
}

function requireText(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new AnswerError(`a ${what} is not a string`);
  return value;
}

function requireCode(value: unknown): string {
  const code = requireText(value, 'code');
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(code)) throw new AnswerError('an issue has no code');
  return code;
}

function requireDigest({ sha256 }: Readonly<Record<string, unknown>>): string {
  if (typeof sha256 !== 'string' || !/^[\da-f]{64}$/.test(sha256)) throw new AnswerError('a digest is invalid');
  return sha256;
}

function requireCount(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new AnswerError('a figure is not a number');
  return value;
}

/** Requires an integer that fits in a database column. */
function requireWhole(value: unknown): number {
  const number = requireCount(value);
  if (!Number.isInteger(number) || number >= 2 ** 31) throw new AnswerError('a figure is not a count');
  return number;
}

function isPlace(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 2 ** 31;
}
