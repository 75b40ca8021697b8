import type { TObject, TSchema } from 'typebox';
import type { Scope } from './api-key.ts';
import type { ErrorCode } from './error-codes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface SuccessAnswer {
  readonly status: 200 | 201 | 202 | 204;
  readonly description: string;
  /** Media type → shape of the body. Empty for an answer without a body. */
  readonly content: Readonly<Record<string, TSchema>>;
}

/**
 * One operation of the API, declared once: the server registers its route from this, the description at
 * `/openapi.json` is written from it, and the SDK's method is generated from it.
 */
export interface Operation {
  readonly method: Method;
  /** OpenAPI form: `/v2/agent/{projectId}/job`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Null where no key is needed; `any` where every good key will do. */
  readonly scope: Scope | 'any' | null;
  readonly params: TObject;
  readonly query: TObject;
  readonly body: TSchema | null;
  /** Whether a project's public key will do: pages send it, so everybody knows it. */
  readonly publicKeys: boolean;
  /** Whether the dashboard's session will do. Where it will not, only the `Authorization` header is looked at. */
  readonly sessions: boolean;
  /** Whether it tells of the whole installation, so that only the operator's organization may use it. */
  readonly operatorOnly: boolean;
  /** Whether a request without a body is as good as `{}`. */
  readonly bodyOptional: boolean;
  /** Whether the operation honours `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** Largest body, where that is not `defaultMaxBodyBytes`; such a body is bound by its pace and has no time limit. */
  readonly maxBodyBytes?: number | undefined;
  /** Levels of arrays and objects that a body may have, where that is not `defaultJsonDepth` (64). */
  readonly maxBodyDepth?: number | undefined;
  /** Whether the answer carries the object's `updatedAt` as `ETag`, and a change honours it as `If-Match`. */
  readonly conditional: boolean;
  readonly success: SuccessAnswer;
  /** What some requests are answered instead, without an error. */
  readonly alternatives: readonly SuccessAnswer[];
  /** Errors beyond those that `errorsOf` adds. */
  readonly errors: readonly ErrorCode[];
}

/** 100,000 characters of prompt are 1.2 MB when every one is written as two \uXXXX escapes. */
export const defaultMaxBodyBytes = 2 * 1024 * 1024;

/** What any request may be answered before its path is looked at: it isn't HTTP as it should be, or doesn't end. */
const protocolErrors: readonly ErrorCode[] = [
  'invalid_request',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
];
/** A body is read wherever a method may have one, even by operations that take none. */
const bodyErrors: readonly ErrorCode[] = ['invalid_json', 'payload_too_large', 'unsupported_media_type'];

/** The errors that follow from what an operation takes: a key, a body, parameters. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([...operation.errors, ...protocolErrors]);
  if (operation.scope !== null) {
    // A session may ask for an organization that its user is no member of.
    codes.add('unauthorized').add('insufficient_scope').add('not_found');
    if (operation.sessions) codes.add('session_expired');
    if (operation.sessions && operation.method !== 'GET') codes.add('cross_site_request');
  }
  if (operation.publicKeys) codes.add('origin_not_allowed');
  if (operation.operatorOnly) codes.add('operator_only');
  if (operation.method !== 'GET') for (const code of bodyErrors) codes.add(code);
  if (operation.idempotent) codes.add('idempotency_in_progress').add('idempotency_mismatch');
  if (operation.conditional && operation.method !== 'GET') codes.add('precondition_failed');
  codes.add('internal').add('storage_full').add('unavailable');
  return [...codes];
}
