/** Where a line of the repository can be read: the addresses that code hosts give to a line of a commit. */
export interface SourceLine {
  /** As the project has it: `https://github.com/owner/name`. */
  readonly repository: string;
  readonly commit: string;
  /** From the root of the repository. */
  readonly path: string;
  readonly line: number | null;
}

/** The code host of an address; self-hosted ones are listed by the installation. */
export interface KnownHost {
  readonly name: string;
  /** Its repositories have addresses below this one. */
  readonly url: string;
}

/** The embedded code host of the service at this address. */
export const embeddedHost = (baseUrl: string): KnownHost => ({ name: 'embedded', url: `${baseUrl}/git` });

const publicHosts: readonly KnownHost[] = [
  { name: 'github', url: 'https://github.com' },
  { name: 'gitlab', url: 'https://gitlab.com' },
  { name: 'bitbucket', url: 'https://bitbucket.org' },
];

/** The link, or `undefined` if the host's addresses of lines aren't known. */
export function toSourceLink(source: SourceLine, hosts: readonly KnownHost[]): string | undefined {
  const url = URL.parse(source.repository);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  const host = [...hosts, ...publicHosts].find((known) => isBelow(url, URL.parse(known.url)));
  const root = `${url.origin}${url.pathname.replace(/\.git$|\/+$/g, '')}`;
  const path = source.path.split('/').map(encodeURIComponent).join('/');
  const { commit, line } = source;
  switch (host?.name.toLowerCase()) {
    case 'github':
      return `${root}/blob/${commit}/${path}${line === null ? '' : `?plain=1#L${line}`}`;
    case 'gitlab':
      return `${root}/-/blob/${commit}/${path}${line === null ? '' : `?plain=1#L${line}`}`;
    case 'gitea':
      return `${root}/src/commit/${commit}/${path}${line === null ? '' : `?display=source#L${line}`}`;
    case 'bitbucket':
      return `${root}/src/${commit}/${path}${line === null ? '' : `#lines-${line}`}`;
    case 'embedded':
      return `${root.replace('/git/', '/repositories/')}?${new URLSearchParams({ file: source.path, commit }).toString()}${line === null ? '' : `#L${line}`}`;
    default:
      return undefined;
  }
}

const isBelow = (url: URL, host: URL | null): boolean =>
  url.origin === host?.origin && `${url.pathname}/`.startsWith(host.pathname.replace(/\/*$/, '/'));
