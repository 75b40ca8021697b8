import type { TurnOutcome } from '../../packages/doc-agent/src/index.ts';

/** Text that a changed file must contain and didn't contain before, and text that must have disappeared. */
export interface ExpectedFile {
  readonly has: readonly string[];
  readonly lacks: readonly string[];
  /** Two pieces of text, the first of which must precede the second and didn't before. */
  readonly order?: readonly [string, string];
  /** Pieces of text that must occur exactly once. */
  readonly once?: readonly string[];
}

export interface Request {
  /** `owner/name` on GitHub. */
  readonly site: string;
  readonly prompt: string;
  /**
   * Expected contents by path; `null` for a deleted file. No other file may be changed, so if this is empty, no file
   * may be changed.
   */
  readonly touched: Readonly<Record<string, ExpectedFile | null>>;
}

export interface RequestScore {
  readonly site: string;
  readonly prompt: string;
  /**
   * `refused`: nothing was changed, although a change was needed. `misleading`: like `refused`, but the answer says
   * that nothing needs to be done. `wrong`: an unwanted pull request.
   */
  readonly verdict: 'right' | 'refused' | 'misleading' | 'wrong' | 'stale';
  readonly differences: readonly string[];
}

export function scoreRequest(
  { site, prompt, touched }: Request,
  files: ReadonlyMap<string, Uint8Array>,
  outcome: Pick<TurnOutcome, 'result' | 'summary' | 'overlay'>,
): RequestScore {
  const verdictOf = (verdict: RequestScore['verdict'], differences: readonly string[]): RequestScore => ({
    site,
    prompt,
    verdict,
    differences,
  });
  const before = (path: string): string => Buffer.from(files.get(path) ?? []).toString('utf8');
  const stale = Object.entries(touched).flatMap(([path, expected]) => findStale(path, before(path), expected));
  if (stale.length > 0) return verdictOf('stale', stale);
  const changed = [...outcome.overlay.keys()].sort();
  const expectsChange = Object.keys(touched).length > 0;
  if (changed.length === 0 && outcome.result !== 'changes') {
    const description = `${outcome.result}: ${outcome.summary.replace(/\s+/g, ' ').slice(0, 300)}`;
    if (!expectsChange) return verdictOf('right', []);
    return verdictOf(outcome.result === 'no_changes' ? 'misleading' : 'refused', [description]);
  }
  const differences = changed.filter((path) => !(path in touched)).map((path) => `${path} was changed unexpectedly`);
  for (const [path, expected] of Object.entries(touched)) {
    const entry = outcome.overlay.get(path);
    if (entry === undefined) differences.push(`${path} was not changed`);
    else if (expected === null && entry.kind !== 'delete') differences.push(`${path} was not deleted`);
    else if (expected !== null && entry.kind === 'delete') differences.push(`${path} was deleted`);
    else if (expected !== null && entry.kind === 'write') differences.push(...compare(path, entry.content, expected));
  }
  return verdictOf(differences.length === 0 ? 'right' : 'wrong', differences);
}

function findStale(path: string, before: string, expected: ExpectedFile | null): string[] {
  if (expected === null) return before === '' ? [`${path} does not exist`] : [];
  return [
    ...expected.has.filter((text) => before.includes(text)),
    ...expected.lacks.filter((text) => !before.includes(text)),
    ...(expected.order !== undefined && isOrdered(before, expected.order) ? expected.order : []),
  ].map((text) => `${path}: ${JSON.stringify(text)} does not match the expected state before the change`);
}

function compare(path: string, after: string, { has, lacks, order, once = [] }: ExpectedFile): string[] {
  return [
    ...has.filter((text) => !after.includes(text)).map((text) => `${path} lacks ${JSON.stringify(text)}`),
    ...lacks.filter((text) => after.includes(text)).map((text) => `${path} still has ${JSON.stringify(text)}`),
    ...once
      .filter((text) => after.split(text).length !== 2)
      .map((text) => `${path} does not have ${JSON.stringify(text)} exactly once`),
    ...(order !== undefined && !isOrdered(after, order) ? [`${path}: ${order.join(' does not come before ')}`] : []),
  ];
}

const isOrdered = (text: string, [first, second]: readonly [string, string]): boolean =>
  text.includes(first) && text.indexOf(first) < text.indexOf(second);
