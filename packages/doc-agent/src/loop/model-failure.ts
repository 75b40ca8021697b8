import { APICallError, InvalidPromptError, LoadAPIKeyError, NoSuchModelError, UnsupportedFunctionalityError } from 'ai';
import { AgentError } from '../errors.ts';
import { redactSecrets } from '../policy/find-secrets.ts';

export interface ModelFailure {
  readonly error: AgentError;
  /** What the provider asks us to wait, when it says so. */
  readonly retryAfterMs: number | undefined;
}

const retryableStatus = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);
const maxMessageLength = 500;

/** What a failed model call means: whether to try again, and what a person can do. Its text is redacted. */
export function toModelFailure(thrown: unknown, secrets: readonly string[]): ModelFailure {
  if (thrown instanceof AgentError) return { error: thrown, retryAfterMs: undefined };
  if (isOurFault(thrown)) return { error: badRequest(clean(thrown, secrets)), retryAfterMs: undefined };
  if (!APICallError.isInstance(thrown)) return { error: unavailable(clean(thrown, secrets)), retryAfterMs: undefined };
  const status = thrown.statusCode;
  const message = clean(thrown, secrets);
  const headers = thrown.responseHeaders ?? {};
  if (isSpendLimit(thrown)) {
    return {
      error: new AgentError('model_spend_limit', `the provider's spend limit is reached: ${message}`, {
        remedy: 'Raise the spend limit of the key at the provider, or set another model for the project.',
      }),
      retryAfterMs: undefined,
    };
  }
  if (status === 401 || status === 403) {
    return {
      error: new AgentError('model_unauthorized', `the provider refused the key (${status}): ${message}`, {
        remedy: "Check the project's model key and that it may use the model.",
      }),
      retryAfterMs: undefined,
    };
  }
  // A 2xx here is an answer that could not be parsed: cut short or not the provider's format.
  const isRetryable = status === undefined || status < 300 || retryableStatus.has(status);
  if (!isRetryable) {
    return { error: badRequest(`the provider refused the request (${status}): ${message}`), retryAfterMs: undefined };
  }
  return { error: unavailable(`${status ?? 'no answer'}: ${message}`), retryAfterMs: readRetryAfter(headers) };
}

/** Errors of the SDK that the same request would meet again. */
function isOurFault(thrown: unknown): boolean {
  const kinds = [InvalidPromptError, LoadAPIKeyError, NoSuchModelError, UnsupportedFunctionalityError];
  return kinds.some((kind) => kind.isInstance(thrown));
}

function badRequest(message: string): AgentError {
  return new AgentError('model_bad_request', message, {
    remedy: "Check the model's name and base URL, and that the model works with tools.",
  });
}

function unavailable(message: string): AgentError {
  return new AgentError('model_unavailable', `the model gave no usable answer: ${message}`, {
    remedy: 'Start the turn again later; the answers so far are kept.',
    retryable: true,
  });
}

/** A 429 that no waiting helps against. */
function isSpendLimit(error: APICallError): boolean {
  const body = `${error.responseBody ?? ''} ${JSON.stringify(error.responseHeaders ?? {})}`;
  return /enforced_spend_limit_reached|insufficient_quota|billing_hard_limit_reached|credit balance is too low/i.test(
    body,
  );
}

function clean(thrown: unknown, secrets: readonly string[]): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  // A 401 may echo the key in a shortened or quoted form, so shapes are redacted here as well as known values.
  const redacted = redactSecrets(text, secrets)
    .replace(/\b(?:Bearer|Basic)\s+\S+/gi, '[redacted]')
    .replace(/\b(?:sk|key|pk)-[A-Za-z0-9*_-]{4,}/g, '[redacted]');
  return redacted.replace(/\s+/g, ' ').slice(0, maxMessageLength);
}

const maxRetryAfterMs = 120_000;

/** `retry-after-ms`, or `Retry-After` in seconds (RFC 9110, 10.2.3). A date is not read: it needs both clocks to agree. */
function readRetryAfter(headers: Record<string, string>): number | undefined {
  const ms = Number(headers['retry-after-ms']);
  const seconds = Number(headers['retry-after']);
  const wanted = ms > 0 ? ms : seconds > 0 ? seconds * 1000 : undefined;
  return wanted === undefined ? undefined : Math.min(wanted, maxRetryAfterMs);
}
