import { ToolError } from '../errors.ts';
import { splitLines } from '../text/diff-lines.ts';
import { containsName, formatLocation, listNames, parseLocation } from './citation.ts';
import type { Citation } from '../turn.ts';
import { nameAll, type CodeLibrary } from './code-library.ts';

export interface CheckedCitations {
  /** The correct citations, with complete commits and the cited lines. */
  readonly right: readonly (Citation & { readonly lines: string })[];
  /** A sentence about each incorrect citation. */
  readonly doubts: readonly string[];
}

/** Maximum number of citations checked per turn. */
const maxChecked = 100;
const maxCitedLines = 400;

/**
 * Checks that each location exists at its commit, and that its lines contain the names in the claim's backticks. A name
 * may be in another location of the same claim.
 */
export async function checkCitations(
  code: CodeLibrary,
  citations: readonly Citation[],
  signal: AbortSignal,
): Promise<CheckedCitations> {
  const right: (Citation & { readonly lines: string })[] = [];
  const doubts: string[] = [];
  for (const [claim, those] of Map.groupBy(citations.slice(0, maxChecked), (citation) => citation.claim.trim())) {
    const found: (Citation & { readonly lines: string })[] = [];
    for (const citation of those) {
      const read = await readCited(code, citation.location, signal);
      if ('problem' in read) doubts.push(`The citation ${quote(citation.location)} is wrong: ${read.problem}.`);
      else found.push({ ...citation, claim, location: read.location, lines: read.lines });
    }
    const missing = listNames(claim).filter((name) => found.every(({ lines }) => !containsName(lines, name)));
    if (found.length === 0) continue;
    if (missing.length === 0) right.push(...found);
    else doubts.push(describeMissing(found, missing));
  }
  if (citations.length > maxChecked)
    doubts.push(`${citations.length - maxChecked} citations were not checked: at most ${maxChecked} are.`);
  return { right, doubts };
}

type Cited = { readonly location: string; readonly lines: string } | { readonly problem: string };

async function readCited(code: CodeLibrary, written: string, signal: AbortSignal): Promise<Cited> {
  const location = parseLocation(written);
  if (location === undefined) return { problem: 'it is not of the form repository@commit:path#L10-L20' };
  const { path, from, to } = location;
  const [repository, ...others] = code.findAll(location.repository);
  if (repository === undefined) return { problem: 'it is not in a context repository of this job' };
  if (others.length > 0) return { problem: `its repository may be any of ${nameAll([repository, ...others])}` };
  const commit = await code.findCommit(repository, location.commit, signal);
  if (commit === undefined) return { problem: 'the commit is not in the history that the agent read' };
  if (from < 1 || to < from) return { problem: 'the lines are not in order' };
  if (to - from >= maxCitedLines) return { problem: `it names more than ${maxCitedLines} lines` };
  try {
    const lines = splitLines(await code.requireText(repository, { path, commit }, signal));
    if (to > lines.length) return { problem: `the file ends at line ${lines.length}` };
    return {
      location: formatLocation({ ...location, repository: repository.name, commit }),
      lines: lines.slice(from - 1, to).join(''),
    };
  } catch (error) {
    if (error instanceof ToolError) return { problem: 'the file does not exist there, or is not text' };
    throw error;
  }
}

/** Formats text as Markdown code. */
const quote = (text: string): string =>
  `\`${text
    .replaceAll(/[`\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300)}\``.toWellFormed();

function describeMissing(found: readonly Citation[], missing: readonly string[]): string {
  const names = missing.slice(0, 3).map(quote).join(', ');
  const places = found
    .slice(0, 2)
    .map(({ location }) => quote(location))
    .join(', ');
  return `The lines ${places} do not contain ${names}, which the sentence that cites them names.`;
}
