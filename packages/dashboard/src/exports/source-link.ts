import { hostKindNames, hostKinds, type HostKind } from '../code-hosts/host-kinds.ts';

/** A line in a commit, for which code hosts have a URL. */
export interface SourceLine {
  /** The address in the project's settings: `https://github.com/owner/name`. */
  readonly repository: string;
  readonly commit: string;
  /** Path from the repository's root. */
  readonly path: string;
  readonly line: number | null;
}

/** An address's code host. The installation lists self-hosted code hosts. */
export interface KnownHost {
  readonly name: string;
  /** Its repositories have URLs below this URL. */
  readonly url: string;
}

/** Returns the embedded code host of the service at this address. */
export const embeddedHost = (baseUrl: string): KnownHost => ({ name: 'embedded', url: `${baseUrl}/git` });

/** A line's URL on each kind of host. `root` is the repository's URL, and `path` is encoded. */
type LineAddress = (source: {
  readonly root: string;
  readonly commit: string;
  readonly path: string;
  readonly line: number | null;
}) => string;

const lineAddresses: Readonly<Record<HostKind, LineAddress>> = {
  github: ({ root, commit, path, line }) => `${root}/blob/${commit}/${path}${suffix('?plain=1#L', line)}`,
  gitlab: ({ root, commit, path, line }) => `${root}/-/blob/${commit}/${path}${suffix('?plain=1#L', line)}`,
  gitea: ({ root, commit, path, line }) => `${root}/src/commit/${commit}/${path}${suffix('?display=source#L', line)}`,
  bitbucket: ({ root, commit, path, line }) => `${root}/src/${commit}/${path}${suffix('#lines-', line)}`,
};

const suffix = (before: string, line: number | null): string => (line === null ? '' : `${before}${line}`);

const publicHosts: readonly KnownHost[] = hostKindNames.flatMap((name) => {
  const { url } = hostKinds[name];
  return url === undefined ? [] : [{ name, url }];
});

/** Returns the link, or `undefined` if the host's line URLs aren't known. */
export function toSourceLink(source: SourceLine, hosts: readonly KnownHost[]): string | undefined {
  const url = URL.parse(source.repository);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  const host = [...hosts, ...publicHosts].find((known) => isBelow(url, URL.parse(known.url)));
  const name = host?.name.toLowerCase();
  const root = `${url.origin}${url.pathname.replace(/\.git$|\/+$/g, '')}`;
  const { commit, line } = source;
  if (name === 'embedded')
    return `${root.replace('/git/', '/repositories/')}?${new URLSearchParams({ file: source.path, commit }).toString()}${suffix('#L', line)}`;
  const kind = hostKindNames.find((known) => known === name);
  if (kind === undefined) return undefined;
  const path = source.path.split('/').map(encodeURIComponent).join('/');
  return lineAddresses[kind]({ root, commit, path, line });
}

const isBelow = (url: URL, host: URL | null): boolean =>
  url.origin === host?.origin && `${url.pathname}/`.startsWith(host.pathname.replace(/\/*$/, '/'));
