import { Type } from 'typebox';
import type { CodeLibrary } from '../code/code-library.ts';
import { ToolError } from '../errors.ts';
import type { CodeRepository } from '../ports.ts';
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
