import { ApiError } from '../../../platform/http/index.ts';
import { GroupFullError } from '../../../platform/job-engine/index.ts';

/** The delay before a retry. The shortest job takes a few seconds. */
const retryAfterSeconds = 30;

/**
 * @param what the type of job, as shown to the caller: `agent jobs`
 * @param enqueue called with `isBounded` in the transaction that creates the job, which a refusal rolls back
 * @throws {ApiError} too_many_waiting
 */
export async function withinWaitingLimit<Result>(what: string, enqueue: () => Promise<Result>): Promise<Result> {
  try {
    return await enqueue();
  } catch (error) {
    if (!(error instanceof GroupFullError)) throw error;
    throw new ApiError(
      'too_many_waiting',
      `The organization has ${error.limit} waiting ${what}, which is the limit (DOCWRIGHT_TENANT_WAITING). Try again when some have ended, or cancel some.`,
      { headers: { 'retry-after': String(retryAfterSeconds) }, cause: error },
    );
  }
}
