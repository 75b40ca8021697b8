import type { JobImage, JournalRecord } from '../ports.ts';
import { typed } from './journal-data.ts';

/** The requests of all turns. */
export function listPrompts(records: readonly JournalRecord[]): string {
  return records
    .map(typed)
    .flatMap(({ kind, data }) => (kind === 'prompt' ? [data.prompt] : []))
    .join('\n\n');
}

/** The images of the job in the order in which the model saw them. */
export function listImages(records: readonly JournalRecord[]): JobImage[] {
  return records.map(typed).flatMap(({ kind, data }) => {
    if (kind === 'prompt') return [...(data.images ?? [])];
    return kind === 'tool_results' ? data.results.flatMap(({ images = [] }) => images) : [];
  });
}

/** The images that people attached to each prompt. */
export const listAttached = (records: readonly JournalRecord[]): (readonly JobImage[])[] =>
  records.map(typed).flatMap(({ kind, data }) => (kind === 'prompt' ? [data.images ?? []] : []));

/** The commits of context repositories that the job read, and the number of credentials that were removed. */
export function listCode(records: readonly JournalRecord[]): {
  readonly sources: readonly string[];
  readonly redacted: number;
} {
  const sources = new Set<string>();
  let redacted = 0;
  for (const record of records.map(typed)) {
    if (record.kind !== 'tool_results') continue;
    for (const { name, isError, output } of record.data.results) {
      if (isError || !name.startsWith('code_')) continue;
      const { location, redacted: count } = Object(output) as {
        readonly location?: unknown;
        readonly redacted?: unknown;
      };
      const [, source] = /^(.{1,300}@[0-9a-f]{40}):/.exec(typeof location === 'string' ? location : '') ?? [];
      if (source !== undefined) sources.add(source);
      if (typeof count === 'number') redacted += count;
    }
  }
  return { sources: [...sources], redacted };
}

/** Web pages that this job's answers may rely on. */
export function listFetched(records: readonly JournalRecord[]): string[] {
  return records.map(typed).flatMap((record) => {
    if (record.kind !== 'tool_results') return [];
    return record.data.results.flatMap(({ name, isError, output }) => {
      const url = typeof output === 'object' && output !== null && 'url' in output ? output.url : undefined;
      return name === 'fetch_url' && !isError && typeof url === 'string' ? [url] : [];
    });
  });
}
