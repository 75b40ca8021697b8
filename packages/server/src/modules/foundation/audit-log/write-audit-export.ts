import type { AuditEvent } from '@docwright/contract';
import type { ExportColumn } from '@docwright/site-server';
import { writeExport } from '../../../platform/http/index.ts';

/** Yields the file of an export in chunks; `readPage` returns the events before an ID, newest first. */
export const writeAuditExport = (
  format: 'csv' | 'jsonl',
  readPage: (before: string | undefined) => Promise<readonly AuditEvent[]>,
): AsyncGenerator<string> => writeExport(format, { columns, readPage });

const columns: readonly ExportColumn<AuditEvent>[] = [
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
