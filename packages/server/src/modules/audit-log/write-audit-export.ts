import type { AuditEvent } from '@docwright/contract';

/** The file of an export, piece by piece; `readPage` gives the events before an id, newest first. */
export async function* writeAuditExport(
  format: 'csv' | 'jsonl',
  readPage: (before: string | undefined) => Promise<readonly AuditEvent[]>,
): AsyncGenerator<string> {
  if (format === 'csv') yield `${columns.map(([name]) => name).join(',')}\r\n`;
  const toLine = format === 'csv' ? toCsvLine : (event: AuditEvent) => `${JSON.stringify(event)}\n`;
  let before: string | undefined;
  for (;;) {
    const events = await readPage(before);
    const last = events.at(-1);
    if (last === undefined) return;
    yield events.map(toLine).join('');
    before = last.id;
  }
}

const columns: readonly (readonly [string, (event: AuditEvent) => string | null])[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['actor_kind', ({ actor }) => actor.kind],
  ['actor_id', ({ actor }) => actor.id],
  ['actor_name', ({ actor }) => actor.name],
  ['action', ({ action }) => action],
  ['target_kind', ({ target }) => target.kind],
  ['target_id', ({ target }) => target.id],
  ['target_name', ({ target }) => target.name],
  ['result', ({ result }) => result],
  ['address', ({ address }) => address],
  ['user_agent', ({ userAgent }) => userAgent],
  ['request_id', ({ requestId }) => requestId],
  ['details', ({ details }) => JSON.stringify(details)],
];

const toCsvLine = (event: AuditEvent): string =>
  `${columns.map(([, read]) => toCsvField(read(event) ?? '')).join(',')}\r\n`;

/**
 * One field (RFC 4180). Spreadsheets run what begins with = + - @, a tab or a carriage return as a formula: an apostrophe
 * before it makes it text (OWASP, CSV Injection).
 */
export function toCsvField(text: string): string {
  const inert = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n;\t']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
