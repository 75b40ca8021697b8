/** Codes that a model (and the rules engine) reads in a tool result; listed in docs/agent/how-it-works.mdx. */
export const toolErrorCodes = [
  'invalid_input',
  'unknown_tool',
  'invalid_path',
  'not_found',
  'not_text',
  'exists',
  'not_read',
  'no_match',
  'ambiguous',
  'no_change',
  'lazy_placeholder',
  'shrinks',
  'invalid_json',
  'invalid_frontmatter',
  'invalid_redirect',
  'invalid_pattern',
  'no_config',
  'linked',
  'policy',
  'limit_files',
  'limit_file_bytes',
  'limit_patch_bytes',
  'fetch_failed',
  'finish_refused',
] as const;
export type ToolErrorCode = (typeof toolErrorCodes)[number];

/** A tool call that did nothing. Its message goes to the model as the call's result. */
export class ToolError extends Error {
  readonly code: ToolErrorCode;
  /** More for the model to work with: candidates, line numbers, a diff. */
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(code: ToolErrorCode, message: string, detail: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'ToolError';
    this.code = code;
    this.detail = detail;
  }
}
