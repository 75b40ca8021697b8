import { AgentError } from '@docwright/doc-agent';
import type { JobErrorCode } from '@docwright/contract';
import { ModelSettingsError } from '../../../../platform/models/errors.ts';
import { SecretBoxError } from '../../../../platform/secret-box/index.ts';
import { AgentJobFailure } from '../errors.ts';

/**
 * Returns the named cause of an error in a turn, or `undefined` for an internal error: the queue retries the turn, and
 * finally ends it with `internal`.
 */
export function toFailure(error: unknown): AgentJobFailure | undefined {
  if (error instanceof AgentJobFailure) return error;
  if (error instanceof ModelSettingsError) {
    const remedy = 'Fix the model of the project or the settings of the installation.';
    return refuse('model_misconfigured', error, remedy);
  }
  if (error instanceof SecretBoxError) {
    const remedy = "Give every process the same DOCWRIGHT_MASTER_KEY, or set the project's models again.";
    return refuse('credentials_unreadable', error, remedy);
  }
  if (!(error instanceof AgentError)) return undefined;
  const { message, remedy, retryable } = error;
  return new AgentJobFailure({ code: agentErrors[error.code], message, remedy, retryable }, { cause: error });
}

function refuse(code: JobErrorCode, error: Error, remedy: string): AgentJobFailure {
  return new AgentJobFailure({ code, message: error.message, remedy, retryable: false }, { cause: error });
}

const agentErrors: Readonly<Record<AgentError['code'], JobErrorCode>> = {
  agent_deadline: 'budget_exceeded',
  agent_step_limit: 'budget_exceeded',
  agent_token_budget: 'budget_exceeded',
  agent_cost_budget: 'budget_exceeded',
  agent_loop: 'no_progress',
  agent_idle: 'no_progress',
  agent_gate_failed: 'gate_failed',
  model_unauthorized: 'model_key_rejected',
  model_spend_limit: 'model_account_empty',
  model_not_found: 'model_not_found',
  model_context_exceeded: 'model_context_exceeded',
  model_bad_request: 'model_rejected',
  model_no_tools: 'model_without_tools',
  model_rate_limited: 'model_rate_limited',
  model_unavailable: 'model_unavailable',
};
