import type { LocalRepository } from '../local-code-host.ts';
import type { LocalPullRequest } from '../store.ts';
import { markup, trusted, type SafeHtml } from './html.ts';
import { layout, time } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { plural } from './pull-request-page.ts';

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'folder' | 'file' | 'link' | 'submodule';
  readonly path: string;
}

export interface RepositoryView {
  readonly repository: LocalRepository;
  /** Path of this page with its view token. */
  readonly path: string;
  readonly cloneUrl: string;
  /** The displayed folder, `''` for the root. */
  readonly folder: string;
  /** `undefined` for a repository without a commit. */
  readonly entries: readonly FolderEntry[] | undefined;
  readonly readme: string | undefined;
  readonly branches: readonly { readonly name: string; readonly sha: string; readonly date: Date }[];
  readonly pulls: readonly { readonly pull: LocalPullRequest; readonly path: string }[];
}

export function repositoryPage(view: RepositoryView): string {
  const { repository, path } = view;
  return layout({
    title: repository.name,
    crumbs: [markup`<a href="${path}">${repository.name}</a>`, ...folderCrumbs(view)],
    main: markup`<h1>${repository.name}</h1>
      <p class="meta">
        <span>Default branch <code>${repository.defaultBranch}</code></span><span>${plural(view.branches.length, 'branch').replace('branchs', 'branches')}</span>
      </p>
      <pre class="clone">git clone ${view.cloneUrl}</pre>
      <p class="quiet">Use any user name, and an API key as the password.</p>
      ${view.folder === '' && pullList(view)} ${fileTable(view)}
      ${
        view.readme !== undefined &&
        markup`<article class="card">
          <header>README</header>
          <div class="inside markdown">${renderMarkdown(view.readme, toImageAddress(view))}</div>
        </article>`
      }
      ${view.folder === '' && branchList(view)} ${view.folder === '' && linkForm(view)}`,
  });
}

function linkForm({ path }: RepositoryView): SafeHtml {
  return markup`<section class="card" aria-label="Links">
    <header>The link to this page works for an hour. Revoking all links also revokes those of pull requests.</header>
    <div class="inside">
      <form method="post" action="${path}">
        <label>API key with the scope repositories:write (not needed if you are signed in)<input
            type="password"
            name="key"
            autocomplete="current-password"
            spellcheck="false"
            placeholder="dw_…"
        /></label>
        <button name="action" value="revoke-links" class="danger">Revoke all links</button>
      </form>
    </div>
  </section>`;
}

function folderCrumbs({ folder, path }: RepositoryView): SafeHtml[] {
  const segments = folder === '' ? [] : folder.split('/');
  return segments.map(
    (name, index) =>
      markup`<a href="${path}?folder=${encodeURIComponent(segments.slice(0, index + 1).join('/'))}">${name}</a>`,
  );
}

function pullList({ pulls }: RepositoryView): SafeHtml {
  return markup`<h2>Pull requests</h2>
    <div class="card">
      ${
        pulls.length === 0
          ? markup`<p class="empty">None yet.</p>`
          : markup`<ul class="list">
              ${pulls.map(
                ({ pull, path }) =>
                  markup`<li>
                    <span class="state ${pull.state}"
                      >${pull.draft && pull.state === 'open' ? 'draft' : pull.state}</span>
                    <span class="grow"
                      ><a href="${path}">${pull.title}</a> <span class="quiet">#${pull.number}</span></span><span class="quiet">${time(pull.updatedAt)}</span>
                  </li>`,
              )}
            </ul>`
      }
    </div>`;
}

/** An image of a README is a file next to it. @returns `undefined` for a path that leaves the repository */
const toImageAddress =
  ({ path, folder }: RepositoryView) =>
  (relative: string): string | undefined => {
    const root = 'http://repository';
    // A path that begins with a slash is below the root of the repository, as on other code hosts.
    const base = `${root}/${folder === '' ? '' : `${folder.split('/').map(encodeURIComponent).join('/')}/`}`;
    const url = URL.canParse(relative, base) ? new URL(relative, base) : undefined;
    if (url?.origin !== root) return undefined;
    try {
      return `${path}?image=${encodeURIComponent(decodeURIComponent(url.pathname.slice(1)))}`;
    } catch {
      return undefined;
    }
  };

const icon = (shape: string): SafeHtml =>
  trusted(
    `<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round">${shape}</svg>`,
  );

const ICONS = {
  folder: icon(
    '<path d="M1.7 4.2c0-.7.5-1.2 1.2-1.2h3l1.5 1.7h5.7c.7 0 1.2.5 1.2 1.2v6c0 .7-.5 1.2-1.2 1.2H2.9c-.7 0-1.2-.5-1.2-1.2z"/>',
  ),
  file: icon('<path d="M3.5 1.8h5.6l3.4 3.4v9H3.5zM9 1.8v3.6h3.5"/>'),
  link: icon('<path d="M3 12c0-4 2-6 6-6h4m0 0L9.8 2.8M13 6 9.8 9.2"/>'),
  submodule: icon('<path d="M2 2h5v5H2zM9 9h5v5H9zM7 4.5h4.5V9"/>'),
} as const;

const kindNames = { folder: 'Folder', file: 'File', link: 'Symbolic link', submodule: 'Submodule' } as const;

function fileTable({ entries, path }: RepositoryView): SafeHtml {
  if (entries === undefined)
    return markup`<h2>Files</h2>
      <p class="notice">No commits yet. Push to the address above to add files to this repository.</p>`;
  return markup`<h2>Files</h2>
    <div class="card">
      <ul class="list">
        ${entries.map(
          (entry) =>
            markup`<li>
              <span class="kind kind-${entry.kind}">${ICONS[entry.kind]}<span class="hidden">${kindNames[entry.kind]}</span></span><span class="grow"
                >${
                  entry.kind === 'folder' || entry.kind === 'file'
                    ? markup`<a href="${path}?${entry.kind}=${encodeURIComponent(entry.path)}"
                        >${entry.name}${entry.kind === 'folder' && '/'}</a>`
                    : entry.name
                }</span>
            </li>`,
        )}
      </ul>
    </div>`;
}

function branchList({ branches }: RepositoryView): SafeHtml {
  return markup`<h2>Branches</h2>
    <div class="card">
      <ul class="list">
        ${branches.map(
          ({ name, sha, date }) =>
            markup`<li>
              <span class="grow"><code>${name}</code></span><span class="quiet">${time(date)}</span><code>${sha.slice(0, 10)}</code>
            </li>`,
        )}
      </ul>
    </div>`;
}

export interface FileView {
  readonly repository: LocalRepository;
  readonly path: string;
  readonly file: string;
  /** The commit whose file this is; `undefined` for the newest version of the default branch. */
  readonly commit: string | undefined;
  /** `undefined` for a file that is not text. */
  readonly text: string | undefined;
  readonly sizeBytes: number;
}

const MAX_SHOWN_LINES = 5_000;

export function filePage({ repository, path, file, commit, text, sizeBytes }: FileView): string {
  const folder = file.split('/').slice(0, -1).join('/');
  const lines = text?.split('\n').slice(0, MAX_SHOWN_LINES) ?? [];
  return layout({
    title: `${file} · ${repository.name}`,
    crumbs: [
      markup`<a href="${path}">${repository.name}</a>`,
      ...(folder === '' ? [] : [markup`<a href="${path}?folder=${encodeURIComponent(folder)}">${folder}</a>`]),
    ],
    main: markup`<h1 class="mono">${file}</h1>
      <p class="meta">
        <span>${sizeBytes} bytes</span>${
          commit !== undefined &&
          markup`<span>Commit <code>${commit.slice(0, 10)}</code></span><a href="${path}?file=${encodeURIComponent(file)}">Newest version</a>`
        }
      </p>
      <div class="card">
        ${
          text === undefined
            ? markup`<p class="empty">Not a text file.</p>`
            : markup`<div class="patch" tabindex="0">
                <table>
                  <tbody>
                    ${lines.map(
                      (line, index) =>
                        markup`<tr id="L${index + 1}">
                          <td class="number">${index + 1}</td>
                          <td class="code">${line}</td>
                        </tr>`,
                    )}
                  </tbody>
                </table>
              </div>`
        }
      </div>`,
  });
}

/** For visitors without a link: the same page whether the repository exists or not. */
export function keyPage(name: string, isRefused: boolean): string {
  return layout({
    title: name,
    crumbs: [markup`${name}`],
    main: markup`<h1>${name}</h1>
      ${isRefused && markup`<div class="notice bad" role="status">This key does not have access to a repository with that name.</div>`}
      <section class="card">
        <header>To read this repository, enter an API key with the scope repositories:read.</header>
        <div class="inside">
          <form method="post">
            <label>API key<input
                type="password"
                name="key"
                required
                autocomplete="current-password"
                spellcheck="false"
                placeholder="dw_…" /></label><button class="primary">Open</button>
          </form>
        </div>
      </section>`,
  });
}

export function messagePage(title: string, text: string): string {
  return layout({
    title,
    crumbs: [],
    main: markup`<h1>${title}</h1>
      <p>${text}</p>`,
  });
}
