import { isDiskFull } from '../../../platform/disk/index.ts';
import { ApiError } from '../../../platform/http/index.ts';

/** Explains to the author of stored text why the draft doesn't contain it yet. */
export function describeFailure(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (isDiskFull(error))
    return "The service's disk is full. The text is kept, and saved in the draft after an operator has freed space.";
  return 'An error occurred. Saving is retried automatically.';
}

/** Returns the reason why text can't be stored. A connection is closed with a reason of at most 120 bytes. */
export const describeRefusal = (error: unknown): string =>
  isDiskFull(error)
    ? "The service's disk is full. Keep this page open until an operator has freed space."
    : "The text can't be stored now.";
