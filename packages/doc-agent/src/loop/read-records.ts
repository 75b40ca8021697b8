import type { JournalRecord } from '../ports.ts';
import { typed } from './journal-data.ts';

/** The requests of all turns. */
export function listPrompts(records: readonly JournalRecord[]): string {
  return records
    .map(typed)
    .flatMap(({ kind, data }) => (kind === 'prompt' ? [data.prompt] : []))
    .join('\n\n');
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
