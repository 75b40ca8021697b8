/** The public address of the site's repository, where readers can change a page's source. */
export interface SourceRepository {
  readonly kind: CodeHostKind;
  /** Web address without credentials and trailing slash: `https://github.com/acme/docs`. */
  readonly url: string;
  /** The branch that readers edit; it can contain slashes. */
  readonly branch: string;
  /** Folder of the site in the repository: `''`, or `docs/site` without slashes around it. */
  readonly folder: string;
}

/**
 * `gitea` includes Forgejo. The embedded code host isn't listed, because readers can't edit files or report issues
 * there.
 */
export type CodeHostKind = 'github' | 'gitlab' | 'gitea' | 'bitbucket';

/** The code host's form for editing a file. `path` is relative to the site's folder. */
export function editUrl({ kind, url, branch, folder }: SourceRepository, path: string): string {
  const file = encodePath(folder === '' ? path : `${folder}/${path}`);
  switch (kind) {
    case 'github':
      return `${url}/edit/${encodePath(branch)}/${file}`;
    case 'gitlab':
      return `${url}/-/edit/${encodePath(branch)}/${file}`;
    case 'gitea':
      return `${url}/_edit/${encodePath(branch)}/${file}`;
    case 'bitbucket':
      // Bitbucket reads the branch as one segment.
      return `${url}/src/${encodeURIComponent(branch)}/${file}?mode=edit`;
  }
}

/** The address for editing a page: in the editor, if its address is known, otherwise on the code host. */
export function findEditUrl(
  {
    repository,
    editorUrl,
  }: { readonly repository: SourceRepository | undefined; readonly editorUrl: string | undefined },
  path: string,
): string | undefined {
  if (editorUrl === undefined) return repository && editUrl(repository, path);
  // The service redirects a reader to the repository only if the link contains its address.
  const query = repository === undefined ? '' : `?repository=${encodeURIComponent(repository.url)}`;
  return `${editorUrl}/${encodePath(path)}${query}`;
}

/** The code host's form for a new issue, prefilled if the host supports that. */
export function issueUrl(
  { kind, url }: SourceRepository,
  issue: { readonly title: string; readonly body: string },
): string {
  const title = encodeURIComponent(issue.title);
  const body = encodeURIComponent(issue.body);
  switch (kind) {
    case 'github':
    case 'gitea':
      return `${url}/issues/new?title=${title}&body=${body}`;
    case 'gitlab':
      return `${url}/-/issues/new?issue[title]=${title}&issue[description]=${body}`;
    case 'bitbucket':
      return `${url}/issues/new`;
  }
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
