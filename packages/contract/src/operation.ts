import type { TObject, TSchema } from 'typebox';
import type { Scope } from './api-key.ts';
import type { ErrorCode } from './error-codes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface SuccessAnswer {
  readonly status: 200 | 201 | 202 | 204;
  readonly description: string;
  /** Media type → schema of the body. Empty for a response without a body. */
  readonly content: Readonly<Record<string, TSchema>>;
}

/** An operation that will be removed. It still works, and its responses state for how long. */
export interface Deprecation {
  /** The date of the release that deprecated it: `2027-03-01`. */
  readonly since: string;
  /** The earliest date on which it may be removed; at least a year later (decision 109). */
  readonly sunset: string;
  /** The replacement, for the description. */
  readonly instead: string;
  /** Path of the operation that replaces this one, with the same parameters. */
  readonly successor?: string;
}

/**
 * One operation of the API, declared once: the server's route, the description at `/openapi.json` and the SDK's method
 * are derived from it.
 */
export interface Operation {
  readonly method: Method;
  /** The path in OpenAPI form: `/v2/agent/{projectId}/job`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Null if no key is needed; `any` if every valid key is accepted. */
  readonly scope: Scope | 'any' | null;
  readonly params: TObject;
  readonly query: TObject;
  readonly body: TSchema | null;
  /** Whether a project's public key is accepted. Pages contain public keys, so they aren't secret. */
  readonly publicKeys: boolean;
  /** Whether a session of the dashboard is accepted. If not, only the `Authorization` header is read. */
  readonly sessions: boolean;
  /** Whether the operation affects the whole installation, so that only the operator's organization may use it. */
  readonly operatorOnly: boolean;
  /** Whether a request without a body is equivalent to `{}`. */
  readonly bodyOptional: boolean;
  /**
   * Whether unknown body fields are ignored, with a `Warning` header, instead of being rejected: existing clients of
   * the operation may send some.
   */
  readonly ignoresUnknownFields: boolean;
  /** Whether the operation honors `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** Maximum body size, if it isn't `defaultMaxBodyBytes`; such a body has a minimum rate and no time limit. */
  readonly maxBodyBytes?: number | undefined;
  /** Maximum nesting of arrays and objects in a body, if it isn't `defaultJsonDepth` (64). */
  readonly maxBodyDepth?: number | undefined;
  /** Whether the response has the object's `updatedAt` as `ETag`, and changes honor it in `If-Match`. */
  readonly conditional: boolean;
  readonly deprecated?: Deprecation | undefined;
  readonly success: SuccessAnswer;
  /** Alternative responses that aren't errors. */
  readonly alternatives: readonly SuccessAnswer[];
  /** Errors in addition to those from `errorsOf`. */
  readonly errors: readonly ErrorCode[];
}

/**
 * Default maximum body size. A prompt of 100,000 characters takes 1.2 MB if each character is written as two \uXXXX
 * escapes.
 */
export const defaultMaxBodyBytes = 2 * 1024 * 1024;

/** Errors that can occur before a request's path is read, because the request is invalid or incomplete. */
const protocolErrors: readonly ErrorCode[] = [
  'invalid_request',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
];
/** A body is read for every method that can have one, even by operations that don't use it. */
const bodyErrors: readonly ErrorCode[] = ['invalid_json', 'payload_too_large', 'unsupported_media_type'];

/** Returns the errors that follow from an operation's input: its key, body and parameters. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([...operation.errors, ...protocolErrors]);
  if (operation.scope !== null) {
    // A session may name an organization that its user isn't a member of.
    codes.add('unauthorized').add('insufficient_scope').add('not_found');
    if (operation.sessions) codes.add('session_expired');
    if (operation.sessions && operation.method !== 'GET') codes.add('cross_site_request');
  }
  if (operation.publicKeys) codes.add('origin_not_allowed');
  if (operation.operatorOnly) codes.add('operator_only');
  if (operation.method !== 'GET') for (const code of bodyErrors) codes.add(code);
  // The organization may have too many large bodies in progress.
  if (operation.maxBodyBytes !== undefined) codes.add('rate_limited');
  if (operation.idempotent) codes.add('idempotency_in_progress').add('idempotency_mismatch');
  if (operation.conditional && operation.method !== 'GET') codes.add('precondition_failed');
  codes.add('internal').add('storage_full').add('unavailable');
  return [...codes];
}
