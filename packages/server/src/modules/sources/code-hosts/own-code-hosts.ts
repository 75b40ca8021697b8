import type { Database } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import type { OwnCodeHosts, RemoteAddress } from '../repositories/index.ts';
import { openCredential } from './credential.ts';
import { createAdapterCache, type HostAccess, type HostDeps } from './open-code-host.ts';
import { selectCodeHosts } from './store.ts';
import type { CodeHostRow, CodeHostTables } from './tables.ts';

export interface OwnCodeHostDeps extends HostDeps {
  readonly database: Pick<Database<CodeHostTables>, 'kysely'>;
  readonly secretBox: SecretBox;
}

/**
 * Provides access to repositories through the code hosts that organizations connected.
 * 1. Only the organization's own rows are read: no organization gets access through another's credential.
 * 2. The rows are queried each time, so that a change or disconnection takes effect immediately in every process.
 * 3. If several code hosts have the same address, only the host whose account matches most specifically is used.
 */
export function createOwnCodeHosts(deps: OwnCodeHostDeps): OwnCodeHosts {
  const { database, secretBox } = deps;
  const openAdapter = createAdapterCache(deps);
  const find = async (organizationId: string, address: RemoteAddress): Promise<CodeHostRow | undefined> =>
    findFor(await selectCodeHosts(database.kysely, organizationId), address);
  return {
    list: async (organizationId) => {
      const rows = await selectCodeHosts(database.kysely, organizationId);
      return rows.map(({ kind, web_url: webUrl }) => ({ kind, webUrl }));
    },
    covers: async (organizationId, address) => (await find(organizationId, address)) !== undefined,
    connect: async (organizationId, address) => {
      const row = await find(organizationId, address);
      if (row === undefined) return undefined;
      const open = openAdapter(`${row.id}:${row.version}`, () => toAccess(secretBox, row));
      return open(address.path);
    },
  };
}

/** Returns the row that provides access to a repository. */
export function findFor(
  rows: readonly CodeHostRow[],
  { kind, webUrl, path }: Pick<RemoteAddress, 'kind' | 'webUrl' | 'path'>,
): CodeHostRow | undefined {
  const lower = path.toLowerCase();
  return rows
    .filter((row) => row.kind === kind && row.web_url === webUrl)
    .filter(({ account }) => account === '' || lower.startsWith(`${account}/`))
    .toSorted((a, b) => b.account.length - a.account.length)[0];
}

/** @throws CodeHostError `unauthorized` if the credential can't be read */
export const toAccess = (box: SecretBox, row: CodeHostRow): HostAccess => ({
  kind: row.kind,
  webUrl: row.web_url,
  apiUrl: row.api_url,
  account: row.account,
  credential: openCredential(box, row),
});
