import type { Transaction } from 'kysely';
import { recordAuditEvent, systemAuthor, type AuditLogTables } from '../../foundation/audit-log/index.ts';
import { OrganizationRefusal } from './errors.ts';
import {
  deleteConnection,
  insertConnection,
  findConnectedRepositories,
  type ConnectionRow,
  type OrganizationTables,
} from './store.ts';

/**
 * Maximum number of entries. The list must be readable; entries for whole owners instead of single repositories keep it
 * short.
 */
const maxConnections = 1_000;

interface Connection {
  readonly organizationId: string;
  /** The stored form: parsed, lower case. */
  readonly pattern: string;
}

/** Adds an entry, and returns the whole list. @throws OrganizationRefusal if the list is full */
export async function allowRepositories(
  tx: Transaction<OrganizationTables & AuditLogTables>,
  { organizationId, pattern }: Connection,
): Promise<readonly ConnectionRow[]> {
  const isNew = await insertConnection(tx, organizationId, pattern);
  const list = await findConnectedRepositories(tx, organizationId);
  if (list.length > maxConnections) {
    throw new OrganizationRefusal(
      `The organization already has ${maxConnections} entries. Allow a whole owner, such as https://github.com/acme/*, instead of single repositories.`,
    );
  }
  if (isNew) await record(tx, 'repositories.allowed', { organizationId, pattern });
  return list;
}

/** Removes an entry, and returns the remaining list. @throws OrganizationRefusal if the entry doesn't exist */
export async function removeRepositories(
  tx: Transaction<OrganizationTables & AuditLogTables>,
  { organizationId, pattern }: Connection,
): Promise<readonly ConnectionRow[]> {
  if (!(await deleteConnection(tx, organizationId, pattern))) {
    const known = (await findConnectedRepositories(tx, organizationId)).map((entry) => entry.pattern).join(', ');
    throw new OrganizationRefusal(
      `The organization has no entry "${pattern}". ${known === '' ? 'It has no entries.' : `Its entries: ${known}.`}`,
    );
  }
  await record(tx, 'repositories.removed', { organizationId, pattern });
  return findConnectedRepositories(tx, organizationId);
}

async function record(
  tx: Transaction<AuditLogTables>,
  action: string,
  { organizationId, pattern }: Connection,
): Promise<void> {
  await recordAuditEvent(tx, systemAuthor(organizationId), {
    action,
    target: { kind: 'connected_repositories', id: null, name: pattern },
  });
}
