import { isCodeHostError } from '../../../platform/code-host/index.ts';
import { isDiskFull } from '../../../platform/disk/index.ts';
import { isGitError } from '../../../platform/git/index.ts';

/**
 * The end of a sentence about a failure whose error isn't meant for tenants, because it can name hosts, tables and
 * values.
 */
export const internalFailure = " because of an internal error; see the service's log for the reason.";

/**
 * The end of a sentence for the repository's owner about the failure of the last attempt. Returns `undefined` if the
 * queue must handle the error.
 */
export function describeLastFailure(
  error: unknown,
  {
    attempt,
    retryLimit,
    signal,
  }: { readonly attempt: number; readonly retryLimit: number; readonly signal: AbortSignal },
): string | undefined {
  if (attempt <= retryLimit || signal.aborted || isDiskFull(error)) return undefined;
  return isCodeHostError(error) || isGitError(error) ? `: ${error.message}` : undefined;
}
