/**
 * A tool call is an API request with the caller's own key:
 *
 * 1. Permissions, limits, idempotency, formats, and the audit log are the API's. None of these is decided here.
 * 2. A call reaches only its tool's operation, regardless of its arguments.
 * 3. An error is a result for the model, with the API's code and message.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { toErrorResult, toResult } from './tool-result.ts';
import type { McpTool, Place } from './tools.ts';

/** A request to the API from inside the process. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
  readonly isJson: boolean;
  /** Value of `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
}

export type AskApi = (request: ApiRequest) => Promise<ApiAnswer>;

export async function callTool(ask: AskApi, tool: McpTool, input: Arguments): Promise<CallToolResult> {
  const unknown = Object.keys(input).find((name) => !tool.places.has(name));
  if (unknown !== undefined) {
    const names = [...tool.places.keys()].join(', ') || 'none';
    return refuse(`${tool.description.name} has no argument "${unknown.slice(0, 80)}". Its arguments are: ${names}.`);
  }
  const path = writePath(tool, input);
  if (path.wrong !== undefined) {
    const { name } = path.wrong;
    return refuse(`The argument "${name}" must be the ID of an existing object: ${idSources}.`);
  }
  const { idempotencyKey } = input;
  const offset = tool.places.get('offset') === 'offset' ? (input['offset'] ?? 0) : 0;
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset) || offset < 0)
    return refuse('The argument "offset" must be an integer of at least 0.');
  // Without this check, a retry would start the work twice.
  if (idempotencyKey !== undefined && typeof idempotencyKey !== 'string')
    return refuse('The argument "idempotencyKey" must be a string of 1 to 255 characters.');
  const answer = await ask({
    method: tool.operation.method,
    path: `${path.text}${writeQuery(tool, input)}`,
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    body: tool.operation.body === null ? undefined : JSON.stringify(pick(tool, input, 'body')),
  });
  if (answer.status >= 400) return toErrorResult(answer.text, answer.retryAfterSeconds); // 3
  return toResult({ text: answer.text, isJson: answer.isJson, offset });
}

export type Arguments = Readonly<Record<string, unknown>>;

const idSources = 'list_projects, list_agent_jobs and list_deployments return IDs, get_site returns the slug of a site';

/** Creates an error in the API's format, for input that can't become a request. */
const refuse = (error: string): CallToolResult =>
  toErrorResult(JSON.stringify({ error, code: 'invalid_request' }), undefined);

function pick({ places }: McpTool, input: Arguments, place: Place): Arguments {
  return Object.fromEntries(Object.entries(input).filter(([name]) => places.get(name) === place));
}

type Path = { readonly text: string; readonly wrong?: undefined } | { readonly wrong: { readonly name: string } };

/**
 * Writes the request's path. Rule 2: `.` and `..`, in any spelling, would address another operation. No object has
 * either as its ID.
 */
function writePath({ operation }: McpTool, input: Arguments): Path {
  let text = operation.path;
  for (const name of Object.keys(operation.params.properties)) {
    const value = input[name];
    if (typeof value !== 'string' || !value.isWellFormed() || /^\.{0,2}$/.test(value)) return { wrong: { name } };
    text = text.replace(`{${name}}`, () => encodeURIComponent(value));
  }
  return { text };
}

function writeQuery(tool: McpTool, input: Arguments): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(pick(tool, input, 'query'))) {
    // The API refuses all values except text and numbers.
    query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}
