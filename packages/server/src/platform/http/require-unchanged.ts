import { ApiError } from './api-error.ts';

/**
 * Refuses a change that is based on an outdated state, so that if two callers edit the same object, the second learns
 * of the first change. Call this function while the row is locked. Pass `undefined` for an object that was never set,
 * whose `updatedAt` is null.
 * @throws {ApiError} precondition_failed
 */
export function requireUnchanged(ifMatch: string | undefined, row: { readonly updated_at: Date } | undefined): void {
  const now = row?.updated_at.toISOString() ?? 'null';
  if (ifMatch === undefined || ifMatch === now) return;
  throw new ApiError(
    'precondition_failed',
    `Someone else ${row === undefined ? 'reset it' : `changed it at ${now}`}, but your change is based on "${ifMatch.slice(0, 80)}". Read it again, and then change it.`,
  );
}
