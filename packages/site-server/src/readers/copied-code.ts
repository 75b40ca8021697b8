/**
 * Copied code as it is counted: page, language and first line, none of which can contain the line feed between them.
 */
export interface CopiedCode {
  readonly path: string;
  readonly language: string;
  readonly line: string;
}

export const joinCode = (...parts: readonly string[]): string => parts.join('\n');

/** Returns the subject's parts, or only the page if language and line are unknown. */
export function splitCode(subject: string): CopiedCode {
  const [path = '', language = '', line = ''] = subject.split('\n');
  return { path, language, line };
}
