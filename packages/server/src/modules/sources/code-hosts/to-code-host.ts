import type { ConnectedCodeHost } from '@docwright/contract';
import { isCovered, toWebAddress, type RemoteAddress } from '../repositories/index.ts';
import { findFor } from './own-code-hosts.ts';
import type { CodeHostRow } from './tables.ts';

/** A code host in the installation's settings, without its credential. */
export interface SettingsHost {
  readonly kind: ConnectedCodeHost['kind'];
  readonly webUrl: string;
  readonly apiUrl: string | null;
  readonly credential: ConnectedCodeHost['credential'];
  readonly appId: string | null;
}

/** A project with the address of its repository; projects on the embedded host are excluded. */
export interface RemoteProject {
  readonly id: string;
  readonly name: string;
  readonly address: RemoteAddress;
}

export function toCodeHost(
  row: CodeHostRow,
  all: readonly CodeHostRow[],
  projects: readonly RemoteProject[],
): ConnectedCodeHost {
  return {
    id: row.id,
    source: 'organization',
    kind: row.kind,
    name: row.name,
    webUrl: row.web_url,
    apiUrl: row.api_url,
    account: row.account === '' ? null : row.account,
    credential: row.credential_kind,
    appId: row.app_id,
    installUrl: toInstallUrl(row),
    check: row.check_result,
    projects: listDependants(row, all, projects),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Projects that use this code host of the organization. */
export const listDependants = (
  row: CodeHostRow,
  all: readonly CodeHostRow[],
  projects: readonly RemoteProject[],
): { readonly id: string; readonly name: string }[] =>
  projects.filter(({ address }) => findFor(all, address)?.id === row.id).map(({ id, name }) => ({ id, name }));

export function toSettingsHost(
  host: SettingsHost,
  context: {
    readonly own: readonly CodeHostRow[];
    readonly projects: readonly RemoteProject[];
    readonly allowed: readonly string[];
  },
): ConnectedCodeHost {
  const { own, projects, allowed } = context;
  return {
    id: null,
    source: 'settings',
    kind: host.kind,
    name: new URL(host.webUrl).host,
    webUrl: host.webUrl,
    apiUrl: host.apiUrl,
    account: null,
    credential: host.credential,
    appId: host.appId,
    installUrl: null,
    check: null,
    projects: projects
      .filter(({ address }) => address.webUrl === host.webUrl && findFor(own, address) === undefined)
      .filter(({ address }) => isCovered(allowed, toWebAddress(address)))
      .map(({ id, name }) => ({ id, name })),
    createdAt: null,
    updatedAt: null,
  };
}

/** GitHub's page for installing an App. Built from the address and the name, never copied from a response. */
function toInstallUrl({ app_slug: slug, web_url: webUrl }: CodeHostRow): string | null {
  if (slug === null) return null;
  const folder = new URL(webUrl).host === 'github.com' ? 'apps' : 'github-apps';
  return `${webUrl}/${folder}/${slug}/installations/new`;
}
