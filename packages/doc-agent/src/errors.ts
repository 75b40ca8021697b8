/** Every engine error that a caller can receive; listed in docs/agent/how-it-works.mdx. */
export const agentErrorCodes = [
  'agent_deadline',
  'agent_step_limit',
  'agent_token_budget',
  'agent_cost_budget',
  'agent_loop',
  'agent_idle',
  'agent_gate_failed',
  'model_unauthorized',
  'model_spend_limit',
  'model_not_found',
  'model_context_exceeded',
  'model_bad_request',
  'model_rate_limited',
  'model_unavailable',
  'model_no_tools',
] as const;
export type AgentErrorCode = (typeof agentErrorCodes)[number];

/**
 * A turn that can't end in an outcome. `retryable` states whether the same turn can succeed if it is started again
 * later. In either case, the journal keeps the answers already paid for.
 */
export class AgentError extends Error {
  readonly code: AgentErrorCode;
  readonly retryable: boolean;
  /** The action that the user can take. */
  readonly remedy: string;

  constructor(code: AgentErrorCode, message: string, detail: { remedy: string; retryable?: boolean; cause?: unknown }) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'AgentError';
    this.code = code;
    this.retryable = detail.retryable ?? false;
    this.remedy = detail.remedy;
  }
}

/** Codes that a model (and the rules engine) reads in a tool result; listed in docs/agent/how-it-works.mdx. */
export const toolErrorCodes = [
  'invalid_input',
  'unknown_tool',
  'invalid_path',
  'not_found',
  'not_text',
  'not_image',
  'not_shown',
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
  'not_run',
] as const;
export type ToolErrorCode = (typeof toolErrorCodes)[number];

/** A tool call that changed nothing. The model receives the message as the call's result. */
export class ToolError extends Error {
  readonly code: ToolErrorCode;
  /** Details for the model: candidates, line numbers, a diff. */
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(code: ToolErrorCode, message: string, detail: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'ToolError';
    this.code = code;
    this.detail = detail;
  }
}

export const isToolError = (error: unknown): error is ToolError => error instanceof ToolError;
