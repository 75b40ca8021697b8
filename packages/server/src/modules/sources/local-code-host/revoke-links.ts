import { recordAuditEvent, type Author } from '../../foundation/audit-log/index.ts';
import type { LocalCodeHostOptions } from './context.ts';
import type { LocalRepository } from './local-code-host.ts';
import { findRepositoryByName, incrementLinkGeneration } from './store.ts';

/** Returns `undefined` if the author's organization has no repository with that name. */
export async function revokeLinks(
  { database }: Pick<LocalCodeHostOptions, 'database'>,
  author: Author,
  name: string,
): Promise<LocalRepository | undefined> {
  return database.kysely.transaction().execute(async (transaction) => {
    const found = await findRepositoryByName(transaction, author.organizationId, name);
    if (found === undefined) return undefined;
    await incrementLinkGeneration(transaction, found.id);
    const target = { kind: 'repository', id: found.id, name };
    await recordAuditEvent(transaction, author, { action: 'repository.links_revoked', target });
    return { ...found, linkGeneration: found.linkGeneration + 1 };
  });
}
