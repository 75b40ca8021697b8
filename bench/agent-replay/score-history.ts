import type { TurnOutcome } from '../../packages/doc-agent/src/index.ts';
import type { RepositoryState } from './read-commit.ts';

/** One request for a real repository. It quotes only the necessary parts of the repository. */
export interface HistoryTask {
  readonly id: string;
  /** `owner/name` on GitHub. */
  readonly repository: string;
  readonly commit: string;
  /** SPDX ID of the repository's license at that commit. */
  readonly licence: string;
  readonly prompt: string;
  /** `commit`: the request is run on the commit that already carried it out. */
  readonly start: 'parent' | 'commit';
  readonly result: 'changes' | 'no_changes';
  /**
   * `exact`: every docs file matches the commit, byte for byte. `files`: the gate passes, the same files are added and
   * removed as in the commit, and the only other changed files are those that link to a moved page.
   */
  readonly check: 'exact' | 'files';
}

export interface HistoryScore {
  readonly id: string;
  readonly passed: boolean;
  readonly differences: readonly string[];
}

export function scoreHistory(
  task: HistoryTask,
  run: { readonly before: RepositoryState; readonly after: RepositoryState; readonly outcome: TurnOutcome },
): HistoryScore {
  const { before, after, outcome } = run;
  const differences: string[] = [];
  if (outcome.result !== task.result) {
    differences.push(`result ${outcome.result}: ${outcome.summary.replace(/\s+/g, ' ').slice(0, 240)}`);
  }
  const made = applyOverlay(before, outcome);
  if (task.check === 'exact') differences.push(...compareExactly(made, after));
  else differences.push(...compareFiles({ before, after, made }, outcome));
  return { id: task.id, passed: differences.length === 0, differences: differences.slice(0, 8) };
}

type Files = RepositoryState['files'];

function applyOverlay({ files }: RepositoryState, { overlay }: TurnOutcome): Files {
  const made = new Map(files);
  for (const [path, entry] of overlay) {
    if (entry.kind === 'delete') made.delete(path);
    else if (entry.kind === 'write') made.set(path, Buffer.from(entry.content));
  }
  return made;
}

function compareExactly(made: Files, { files }: RepositoryState): string[] {
  const paths = new Set([...made.keys(), ...files.keys()]);
  return [...paths].flatMap((path) => (isSame(made.get(path), files.get(path)) ? [] : [`${path} differs`]));
}

function compareFiles(
  { before, after, made }: { before: RepositoryState; after: RepositoryState; made: Files },
  outcome: TurnOutcome,
): string[] {
  const differences: string[] = [];
  if (outcome.gate.status !== 'passed') differences.push(`gate ${outcome.gate.status}`);
  const touchedThere = new Set(
    [...before.files.keys(), ...after.files.keys()].filter(
      (path) => !isSame(before.files.get(path), after.files.get(path)),
    ),
  );
  for (const path of touchedThere) {
    const isPage = path.endsWith('.mdx');
    if (isPage && after.files.has(path) !== made.has(path)) {
      differences.push(`${path} should ${after.files.has(path) ? '' : 'not '}exist`);
    }
  }
  const gone = [...before.files.keys()].filter((path) => !made.has(path)).map((path) => path.replace(/\.mdx?$/, ''));
  for (const path of outcome.overlay.keys()) {
    if (touchedThere.has(path)) continue;
    const text = Buffer.from(before.files.get(path) ?? []).toString('utf8');
    const isLinking = gone.some((page) => text.includes(page.slice(page.lastIndexOf('/') + 1)));
    if (!isLinking && !path.endsWith('.json')) differences.push(`${path} was changed unnecessarily`);
  }
  return differences;
}

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === undefined || other === undefined ? one === other : Buffer.compare(one, other) === 0;
