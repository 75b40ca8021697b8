import type { RevokedReaderTokens } from '@docwright/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { ensureSite } from '../deployments/index.ts';
import { requireServedProject, type Tables } from './find-access-site.ts';

/** The tokens of a site's readers. Only edges store them and can read them. */
export interface ReaderTokens {
  /** Counts the tokens that haven't expired and were created after a given time. */
  count(db: Kysely<Tables>, environmentId: string, since: Date | null): Promise<number>;
  /** Deletes tokens, and returns their number. */
  deleteAll(tx: Transaction<Tables>, environmentId: string): Promise<number>;
}

export interface RevokeReaderTokensDeps {
  readonly database: Database<Tables>;
  readonly readerTokens: ReaderTokens;
}

/**
 * Revokes the tokens of a site's readers. This takes effect within 5 seconds, because edges look up tokens at least
 * this often.
 * @throws {ApiError} not_found, site_not_live
 */
export async function revokeReaderTokens(
  { database, readerTokens }: RevokeReaderTokensDeps,
  principal: Principal,
  projectId: string,
): Promise<RevokedReaderTokens> {
  return database.kysely.transaction().execute(async (tx) => {
    const project = await requireServedProject(tx, principal, projectId);
    const { production } = await ensureSite(tx, project);
    const count = await readerTokens.deleteAll(tx, production.id);
    await recordAuditEvent(tx, principal, {
      action: 'site_access.reader_tokens_revoked',
      target: { kind: 'project', id: projectId, name: project.name },
      details: { readerTokens: count },
    });
    return { readerTokens: count };
  });
}
