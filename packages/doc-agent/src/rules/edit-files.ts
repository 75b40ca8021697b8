import type { JsonValue } from '../ports.ts';
import type { Report, ToolAnswer, ToolRequest } from './plan.ts';
import { toReport } from './read-answer.ts';

/** Calls of one answer: enough for most jobs in one go, few enough for any provider's history. */
const batchSize = 40;

export interface FileEdits {
  readonly path: string;
  readonly edits: JsonValue;
}

/** Reads and edits files in batches; stops at the first refusal. */
export function* editFiles(
  files: readonly FileEdits[],
): Generator<readonly ToolRequest[], { changed: number; report?: Report }, readonly ToolAnswer[]> {
  let changed = 0;
  for (let at = 0; at < files.length; at += batchSize) {
    const batch = files.slice(at, at + batchSize);
    yield batch.map(({ path }) => ({ tool: 'read', input: { path, lines: 1 } }));
    const answers = yield batch.map(({ path, edits }) => ({ tool: 'edit', input: { path, edits } }));
    changed += answers.filter((answer) => answer.error === undefined).length;
    const refused = answers.find((answer) => answer.error !== undefined && answer.error.code !== 'no_change');
    if (refused?.error !== undefined) return { changed, report: toReport(refused.error, refused.value) };
  }
  return { changed };
}
