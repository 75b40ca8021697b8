import { Type } from 'typebox';
import { maxCodeFileBytes, type CodeLibrary } from '../code/code-library.ts';
import { ToolError } from '../errors.ts';
import type { CodeEntry, CodeRepository } from '../ports.ts';
import type { ToolContext } from './tool.ts';

/** The parameter that all code tools have. */
export const repositoryName = Type.String({ minLength: 1, maxLength: 300 });

/** @throws ToolError not_found */
export function requireCode(
  { code }: ToolContext,
  name: string,
): { readonly code: CodeLibrary; readonly repository: CodeRepository } {
  if (code === undefined) throw new ToolError('unknown_tool', 'this job has no context repositories');
  return { code, repository: code.require(name) };
}

/** Maximum number of bytes that one call searches. */
const maxSearchedBytes = 64_000_000;

/** Limits the total size of the files in one search; files that are too large or exceed the total are omitted. */
export function limitBytes(found: readonly CodeEntry[]): {
  readonly entries: readonly CodeEntry[];
  readonly left: number;
} {
  const files = found.filter(({ kind }) => kind === 'file');
  let bytes = 0;
  const entries = files.filter(({ sizeBytes }) => {
    if (sizeBytes > maxCodeFileBytes || bytes + sizeBytes > maxSearchedBytes) return false;
    bytes += sizeBytes;
    return true;
  });
  return { entries, left: files.length - entries.length };
}

export const noteLeftOut = (left: number): { readonly note?: string } =>
  left > 0 ? { note: `files that are too large to be searched: ${left}; narrow the glob` } : {};
