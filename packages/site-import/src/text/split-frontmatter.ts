import { parseDocument } from 'yaml';

export interface SplitPage {
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Number of the body's first line in the file, counted from 1. */
  readonly bodyLine: number;
  /** The reason that the frontmatter couldn't be parsed. */
  readonly fault?: string;
}

export function splitFrontmatter(file: string): SplitPage {
  const text = file.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const match = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/.exec(text);
  if (match === null) return { data: {}, body: text, bodyLine: 1 };
  const body = text.slice(match[0].length);
  const bodyLine = match[0].split('\n').length;
  const { data, fault } = parseYaml(match[1] ?? '');
  return { data: isRecord(data) ? data : {}, body, bodyLine, ...(fault !== undefined && { fault }) };
}

/** Parses foreign YAML: unknown tags (`!ENV`, `!!python/name:…`) are plain values, and the library limits aliases. */
export function parseYaml(text: string): { readonly data: unknown; readonly fault?: string } {
  try {
    const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false, maxAliasCount: 100 } as object);
    const data: unknown = document.toJS({ maxAliasCount: 100 });
    const fault = document.errors[0]?.message.split('\n')[0];
    return fault === undefined ? { data } : { data, fault };
  } catch (error) {
    return { data: undefined, fault: error instanceof Error ? error.message : String(error) };
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
