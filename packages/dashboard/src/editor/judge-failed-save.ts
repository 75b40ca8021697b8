import { DocwrightError } from '@docwright/sdk';
import { describeError } from '../api/describe-error.ts';
import type { FailedSave } from './create-autosave.ts';

/** Errors that resolve without a change to the text, for example when storage is freed. */
const temporary: ReadonlySet<string> = new Set([
  'draft_limit_reached',
  'storage_quota_exceeded',
  'storage_full',
  'draft_repository_unavailable',
  'rate_limited',
]);

export function judgeFailedSave(error: unknown): FailedSave {
  if (!(error instanceof DocwrightError)) return 'refused';
  const code: string = error.code;
  if (code === 'draft_file_changed') return 'conflict';
  return describeError(error).isTransient || error.status >= 500 || temporary.has(code) ? 'retry' : 'refused';
}
