import type { TurnOutcome } from '../../packages/doc-agent/src/index.ts';
import { site } from './site.ts';
import type { ReplayTask } from './task.ts';

export interface Score {
  readonly id: string;
  /** Whether the result is as expected and all files are byte-identical. */
  readonly exact: boolean;
  readonly sameResult: boolean;
  /** Whether the right files were changed. */
  readonly sameFiles: boolean;
  /** The differences, for a person. */
  readonly differences: readonly string[];
}

export function filesOf(task: ReplayTask): Record<string, string> {
  const files: Record<string, string> = { ...site };
  for (const [path, content] of Object.entries(task.before ?? {})) {
    if (content === null) delete files[path];
    else files[path] = content;
  }
  return files;
}

/**
 * Returns the expected content of each changed file; `null` if deleted. Throws if a task names text that the file
 * doesn't contain.
 */
export function expectedFiles(task: ReplayTask): Map<string, string | null> {
  const files = filesOf(task);
  const expected = new Map<string, string | null>();
  for (const [path, change] of Object.entries(task.expected ?? {})) {
    if (change === null || typeof change === 'string') {
      expected.set(path, change);
      continue;
    }
    let text = files[task.movedFrom?.[path] ?? path];
    if (text === undefined) throw new Error(`task ${task.id}: "${path}" is not among the files before the task`);
    for (const [old, replacement] of change) {
      if (text.split(old).length !== 2)
        throw new Error(`task ${task.id}: ${JSON.stringify(old)} does not occur exactly once in "${path}"`);
      text = text.replace(old, () => replacement);
    }
    expected.set(path, text);
  }
  return expected;
}

export function scoreTask(task: ReplayTask, outcome: TurnOutcome): Score {
  const expected = expectedFiles(task);
  const actual = new Map(
    [...outcome.overlay].map(([path, entry]) => [path, entry.kind === 'write' ? entry.content : null]),
  );
  const differences: string[] = [];
  if (outcome.result !== task.result)
    differences.push(
      `result ${outcome.result}, expected ${task.result}: ${outcome.summary.replace(/\s+/g, ' ').slice(0, 200)}`,
    );
  for (const path of new Set([...expected.keys(), ...actual.keys()])) {
    if (expected.get(path) !== actual.get(path)) differences.push(`${path}: ${describe(actual.get(path))}`);
  }
  const sameFiles = [...expected.keys()].sort().join('\n') === [...actual.keys()].sort().join('\n');
  return {
    id: task.id,
    exact: differences.length === 0,
    sameResult: outcome.result === task.result,
    sameFiles,
    differences,
  };
}

function describe(content: string | null | undefined): string {
  if (content === undefined) return 'not touched';
  return content === null ? 'deleted' : JSON.stringify(content.slice(0, 600));
}
