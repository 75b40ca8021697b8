import { APICallError, InvalidPromptError, LoadAPIKeyError, NoSuchModelError, UnsupportedFunctionalityError } from 'ai';
import { AgentError, type AgentErrorCode } from '../errors.ts';
import { redactSecrets } from '../policy/find-secrets.ts';

export interface ModelFailure {
  readonly error: AgentError;
  /** The waiting time that the provider requests, if any. */
  readonly retryAfterMs: number | undefined;
}

const retryableStatus = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);
const maxMessageLength = 500;

/** Classifies a failed model call: whether to retry, and what a person can do. The failure's text is redacted. */
export function toModelFailure(thrown: unknown, secrets: readonly string[]): ModelFailure {
  if (thrown instanceof AgentError) return { error: thrown, retryAfterMs: undefined };
  const message = clean(thrown, secrets);
  if (isOurFault(thrown)) return { error: failures.model_bad_request(message), retryAfterMs: undefined };
  if (!APICallError.isInstance(thrown)) return { error: failures.model_unavailable(message), retryAfterMs: undefined };
  const code = classify(thrown.statusCode, toSearchedText(thrown));
  const error = failures[code](`${thrown.statusCode ?? 'no answer'}: ${message}`);
  return { error, retryAfterMs: error.retryable ? readRetryAfter(thrown.responseHeaders ?? {}) : undefined };
}

type ModelErrorCode = Exclude<Extract<AgentErrorCode, `model_${string}`>, 'model_no_tools'>;

/** Checks the body first: providers respond to an empty account with 400, 402, 403 or 429. */
function classify(status: number | undefined, text: string): ModelErrorCode {
  const isRefusal = status !== undefined && status >= 400 && status < 500;
  if (status === 402 || (isRefusal && emptyAccount.test(text))) return 'model_spend_limit';
  if (isRefusal && status !== 429 && (status === 413 || tooLong.test(text))) return 'model_context_exceeded';
  if (status === 401) return 'model_unauthorized';
  if (status === 404 || (isRefusal && status !== 429 && unknownModel.test(text))) return 'model_not_found';
  if (status === 400 && wrongKey.test(text)) return 'model_unauthorized';
  if (status === 403) return 'model_unauthorized';
  if (status === 429) return 'model_rate_limited';
  // A 2xx here is an answer that could not be parsed: truncated, or not in the provider's format.
  if (status === undefined || status < 300 || retryableStatus.has(status)) return 'model_unavailable';
  return 'model_bad_request';
}

/** From Anthropic, OpenAI, Azure, DeepSeek and OpenRouter. Waiting doesn't help against a 429 of this kind. */
const emptyAccount =
  /enforced_spend_limit_reached|insufficient_quota|billing_hard_limit_reached|billing_not_active|credit balance is too low|insufficient[ _](?:balance|credits|funds)|payment required/i;
/** From OpenAI, Anthropic, Google, Bedrock, vLLM and llama.cpp. */
const tooLong =
  /context_length_exceeded|maximum context length|prompt is too long|input is too long|input length|context window|context size|exceeds the maximum number of tokens|request_too_large/i;
const unknownModel =
  /model_not_found|not_found_error|deploymentnotfound|model[^.\n]{0,80}(?:does not exist|not found|is not supported)|unknown model|invalid model|model identifier is invalid/i;
/** Google responds to an invalid key with 400. */
const wrongKey = /api_key_invalid|api key not valid|invalid api key/i;

type ToError = (message: string) => AgentError;

const failures: Readonly<Record<ModelErrorCode, ToError>> = {
  model_unauthorized: failure('model_unauthorized', 'the provider rejected the API key', {
    remedy: 'Set a valid API key that may use the model.',
  }),
  model_spend_limit: failure(
    'model_spend_limit',
    'the account at the provider has no credit left, or its spend limit is reached',
    {
      remedy: 'Top up the account or raise its spending limit with the provider, or set another model for the project.',
    },
  ),
  model_not_found: failure('model_not_found', 'the provider does not offer this model at this address', {
    remedy: "Check the model's name and base URL, and that the key's account has access to the model.",
  }),
  model_context_exceeded: failure('model_context_exceeded', 'the conversation is too long for the model', {
    remedy: 'Split the request, or set a model with a larger context window.',
  }),
  model_bad_request: failure('model_bad_request', 'the provider rejected the request', {
    remedy: "Check the model's settings, and that the model supports tools.",
  }),
  model_rate_limited: failure('model_rate_limited', "the provider's rate limit is reached", {
    remedy: 'Try again later, or ask the provider for a higher limit. Answers so far are stored.',
    retryable: true,
  }),
  model_unavailable: failure('model_unavailable', 'the model returned no usable answer', {
    remedy: 'Try again later. Answers so far are stored.',
    retryable: true,
  }),
};

function failure(code: ModelErrorCode, cause: string, detail: { remedy: string; retryable?: boolean }): ToError {
  return (message) => new AgentError(code, `${cause}: ${message}`, detail);
}

/** Whether the same request would cause this SDK error again. */
function isOurFault(thrown: unknown): boolean {
  const kinds = [InvalidPromptError, LoadAPIKeyError, NoSuchModelError, UnsupportedFunctionalityError];
  return kinds.some((kind) => kind.isInstance(thrown));
}

/** The text of a provider's rejection, limited in length for the patterns. */
function toSearchedText({ message, responseBody = '', responseHeaders = {} }: APICallError): string {
  return `${message} ${responseBody} ${JSON.stringify(responseHeaders)}`.slice(0, 10_000);
}

function clean(thrown: unknown, secrets: readonly string[]): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  // A 401 may repeat the key in a shortened or quoted form, so key formats are redacted here in addition to known
  // values.
  const redacted = redactSecrets(text, secrets)
    .replace(/\b(?:Bearer|Basic)\s+\S+/gi, '[redacted]')
    .replace(/\b(?:sk|key|pk)-[A-Za-z0-9*_-]{4,}/g, '[redacted]');
  return redacted.replace(/\s+/g, ' ').slice(0, maxMessageLength);
}

const maxRetryAfterMs = 120_000;

/**
 * Reads `retry-after-ms`, or `Retry-After` in seconds (RFC 9110, 10.2.3). Dates are ignored: they require synchronized
 * clocks.
 */
function readRetryAfter(headers: Record<string, string>): number | undefined {
  const ms = Number(headers['retry-after-ms']);
  const seconds = Number(headers['retry-after']);
  const wanted = ms > 0 ? ms : seconds > 0 ? seconds * 1000 : undefined;
  return wanted === undefined ? undefined : Math.min(wanted, maxRetryAfterMs);
}
