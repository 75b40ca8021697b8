import { invalidOrigin } from './errors.ts';

/**
 * Parses origins into the format that browsers send: lower case, without the scheme's default port.
 * @throws ApiError invalid_request
 */
export function readOrigins(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text, index) => readOrigin(text) ?? fail(text, index)))];
}

function readOrigin(text: string): string | undefined {
  const trimmed = text.trim();
  if (!/^https?:\/\/[^/?#@*\s]+\/?$/i.test(trimmed) || !URL.canParse(trimmed)) return undefined;
  return new URL(trimmed).origin;
}

function fail(text: string, index: number): never {
  throw invalidOrigin(text, index);
}
