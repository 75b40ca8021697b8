import { JsonSyntaxError, parseJson } from '../json/parse-json.ts';
import type { JsonValue } from '../ports.ts';
import type { ToolContext } from './tool.ts';
import { ToolError } from '../errors.ts';

/** The result of a change: whether the file can still be parsed, and if not, the position of the error. */
export async function describeParse(context: ToolContext, path: string, content: string): Promise<JsonValue> {
  if (!/\.mdx?$/i.test(path)) return 'ok';
  const problems = await context.gate.parsePage(path, content, context.signal);
  return problems.length === 0 ? 'ok' : problems.slice(0, 10).map((problem) => ({ ...problem }));
}

/** Rejects invalid JSON unless the file was already invalid: otherwise, the site's configuration couldn't be read. */
export function requireValidJson(path: string, before: string | undefined, after: string): void {
  if (!/\.json$/i.test(path)) return;
  const problem = findJsonProblem(after);
  if (problem !== undefined && (before === undefined || findJsonProblem(before) === undefined)) {
    throw new ToolError('invalid_json', `"${path}" would no longer be valid JSON: ${problem}`);
  }
}

function findJsonProblem(text: string): string | undefined {
  try {
    parseJson(text);
    return undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message;
    throw error;
  }
}
