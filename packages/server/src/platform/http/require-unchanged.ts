import { ApiError } from './api-error.ts';

/**
 * Refuses a change based on an outdated state: if two callers edit the same thing, the second learns of the first. Call
 * it with the row locked, or with `undefined` for something never set, whose `updatedAt` is null.
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
