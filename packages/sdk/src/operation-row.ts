/** An operation, as the client needs it. The table of operations is generated from the contract. */
export interface OperationRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/v2/agent/{projectId}/job`: each name in braces is a field of the input. */
  readonly path: string;
  /** Fields of the input that are sent in the query. */
  readonly query: readonly string[];
  /** Whether the remaining fields are the JSON body. */
  readonly hasBody: boolean;
  /** Whether the operation honors `Idempotency-Key`. */
  readonly idempotent: boolean;
  readonly needsKey: boolean;
  readonly answer: 'json' | 'text' | 'bytes' | 'nothing' | 'events';
}

/** The options of a single call. */
export interface RequestOptions {
  /** Ends the call, its retries and its waits; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * For operations that create something: repeated calls with the same key within 24 hours return the first response.
   * Default: a new random key, so that only the client's own retries are repeats. At most 255 characters.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * The object's `updatedAt` when it was read. If the object has changed since then, the request is rejected with
   * `precondition_failed`. For operations that change a project or the organization.
   */
  readonly ifMatch?: string | undefined;
  /** Milliseconds that one attempt may take. Default: the client's setting. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first one. Default: the client's setting. */
  readonly retries?: number | undefined;
}

/** Whether a client method has an input parameter before its options. */
export const takesInput = (row: OperationRow): boolean => row.hasBody || row.query.length > 0 || row.path.includes('{');
