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
  /** Whether it tells of the whole installation, so that only the operator's organization may use it. */
  readonly operatorOnly: boolean;
  /** Whether a request without a body is as good as `{}`. */
  readonly bodyOptional: boolean;
  /** Whether the operation honours `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** Whether the answer carries the object's `updatedAt` as `ETag`, and a change honours it as `If-Match`. */
  readonly conditional: boolean;
  readonly success: SuccessAnswer;
  /** Errors beyond those that `commonErrors` adds. */
  readonly errors: readonly ErrorCode[];
}

/** The errors that follow from what an operation takes: a key, a body, parameters. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>(operation.errors);
  if (operation.scope !== null) {
    codes.add('unauthorized').add('session_expired').add('insufficient_scope');
    if (operation.method !== 'GET') codes.add('cross_site_request');
  }
  if (operation.operatorOnly) codes.add('operator_only');
  if (operation.body !== null) {
    codes.add('invalid_request').add('invalid_json').add('request_timeout');
    codes.add('payload_too_large').add('unsupported_media_type');
  }
  if (Object.keys(operation.query.properties).length > 0) codes.add('invalid_request');
  if (operation.idempotent) codes.add('invalid_request').add('idempotency_in_progress').add('idempotency_mismatch');
  if (operation.conditional && operation.method !== 'GET') codes.add('precondition_failed');
  codes.add('internal').add('storage_full').add('unavailable');
  return [...codes];
}
