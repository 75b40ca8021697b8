import type { LocalRepository } from '../local-code-host.ts';
import type { LocalPullRequest } from '../store.ts';
import { markup, type SafeHtml } from './html.ts';
import { icon, layout, time, type PageFrame } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { keyField, projectCrumbs, type RepositoryProject } from './pull-request-page.ts';
import { countOf } from '../../../../platform/words/count-of.ts';

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'folder' | 'file' | 'link' | 'submodule';
  readonly path: string;
}

/** The data that a repository's pages have in common. */
export interface RepositoryFrame {
  readonly frame: PageFrame;
  /** The project of this repository that the visitor can open, if there is one. */
  readonly project: RepositoryProject | undefined;
  /** Whether the visitor is signed in and has permission. If false, a key must be entered. */
  readonly canAct: boolean;
}

export interface RepositoryView extends RepositoryFrame {
  readonly repository: LocalRepository;
  /** The path of this page with its view token. */
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
  const { repository, path, folder } = view;
  const isRoot = folder === '';
  return layout(view.frame, {
    title: isRoot ? repository.name : `${folder} · ${repository.name}`,
    crumbs: [...projectCrumbs(view), markup`<a href="${path}">${repository.name}</a>`, ...folderCrumbs(view)],
    main: markup`<div class="head">
        <div>
          <h1>${isRoot ? repository.name : folder}</h1>
          <p class="meta">
            <span>Default branch <code>${repository.defaultBranch}</code></span><span>${countOf(view.branches.length, 'branch', 'branches')}</span>
          </p>
        </div>
      </div>
      <div class="columns with-side">
        <div>
          ${isRoot && pullList(view)} ${fileTable(view)}
          ${
            view.readme !== undefined &&
            markup`<article class="card" aria-label="README">
              <header>README</header>
              <div class="inside markdown">${renderMarkdown(view.readme, toImageAddress(view))}</div>
            </article>`
          }
        </div>
        <aside aria-label="Details">${cloneCard(view)} ${isRoot && branchList(view)} ${isRoot && linkForm(view)}</aside>
      </div>`,
  });
}

function cloneCard({ cloneUrl }: RepositoryView): SafeHtml {
  return markup`<section class="card" aria-label="Clone">
    <h2>Clone</h2>
    <div class="inside">
      <pre class="clone">git clone ${cloneUrl}</pre>
      <p class="soft">Use any user name, and an API key as the password.</p>
    </div>
  </section>`;
}

function linkForm({ path, canAct }: RepositoryView): SafeHtml {
  return markup`<section class="card" aria-label="Links">
    <h2>Links</h2>
    <div class="inside">
      <p class="soft">The link to this page works for an hour. Revoking all links also revokes those of pull requests.</p>
      <form method="post" action="${path}">
        ${!canAct && keyField('API key with the scope repositories:write')}
        <button class="button danger" name="action" value="revoke-links">Revoke all links</button>
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

const stateNames = { draft: 'Draft', open: 'Open', closed: 'Closed', merged: 'Merged' } as const;

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
                    <span class="grow"
                      ><a href="${path}">${pull.title}</a> <span class="soft">#${pull.number}</span></span><span class="state ${pull.state}">${stateNames[pull.draft && pull.state === 'open' ? 'draft' : pull.state]}</span><span class="soft">${time(pull.updatedAt)}</span>
                  </li>`,
              )}
            </ul>`
      }
    </div>`;
}

/**
 * The address of a README's image, which is a file in the repository.
 * @returns `undefined` for a path outside the repository
 */
const toImageAddress =
  ({ path, folder }: RepositoryView) =>
  (relative: string): string | undefined => {
    const root = 'http://repository';
    // A path that starts with a slash is relative to the repository's root, as on other code hosts.
    const base = `${root}/${folder === '' ? '' : `${folder.split('/').map(encodeURIComponent).join('/')}/`}`;
    const url = URL.canParse(relative, base) ? new URL(relative, base) : undefined;
    if (url?.origin !== root) return undefined;
    try {
      return `${path}?image=${encodeURIComponent(decodeURIComponent(url.pathname.slice(1)))}`;
    } catch {
      return undefined;
    }
  };

const kindIcons = { folder: 'folder', file: 'file', link: 'file', submodule: 'branch' } as const;

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
              <span class="kind kind-${entry.kind}">${icon(kindIcons[entry.kind])}<span class="visually-hidden">${kindNames[entry.kind]}</span></span><span class="grow"
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
              <span class="grow"><code>${name}</code></span><code>${sha.slice(0, 10)}</code><span class="soft">${time(date)}</span>
            </li>`,
        )}
      </ul>
    </div>`;
}

export interface FileView extends RepositoryFrame {
  readonly repository: LocalRepository;
  readonly path: string;
  readonly file: string;
  /** The commit of the file; `undefined` for the newest version on the default branch. */
  readonly commit: string | undefined;
  /** `undefined` for a file that is not text. */
  readonly text: string | undefined;
  readonly sizeBytes: number;
}

const MAX_SHOWN_LINES = 5_000;

export function filePage(view: FileView): string {
  const { repository, path, file, commit, text, sizeBytes } = view;
  const folder = file.split('/').slice(0, -1).join('/');
  const lines = text?.split('\n').slice(0, MAX_SHOWN_LINES) ?? [];
  return layout(view.frame, {
    title: `${file} · ${repository.name}`,
    crumbs: [
      ...projectCrumbs(view),
      markup`<a href="${path}">${repository.name}</a>`,
      ...(folder === '' ? [] : [markup`<a href="${path}?folder=${encodeURIComponent(folder)}">${folder}</a>`]),
      markup`${file.slice(folder === '' ? 0 : folder.length + 1)}`,
    ],
    main: markup`<div class="head">
        <div>
          <h1 class="mono">${file}</h1>
          <p class="meta">
            <span>${sizeBytes} bytes</span>${
              commit !== undefined &&
              markup`<span>Commit <code>${commit.slice(0, 10)}</code></span><a href="${path}?file=${encodeURIComponent(file)}">Newest version</a>`
            }
          </p>
        </div>
      </div>
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

/** The page for visitors without a link. It is the same whether the repository exists or not. */
export function keyPage(frame: PageFrame, name: string, isRefused: boolean): string {
  return layout(frame, {
    title: name,
    crumbs: [],
    main: markup`<div class="head"><h1>${name}</h1></div>
      <div class="columns">
        ${isRefused && markup`<div class="notice bad" role="status">This key does not have access to a repository with that name.</div>`}
        <section class="card" aria-label="API key">
          <div class="inside">
            <p class="soft">Sign in, or enter an API key with the scope repositories:read.</p>
            <form method="post">
              ${keyField('API key')}<button class="button primary">Open</button>
            </form>
          </div>
        </section>
      </div>`,
  });
}

export function messagePage(frame: PageFrame, title: string, text: string): string {
  return layout(frame, {
    title,
    crumbs: [],
    main: markup`<div class="head"><h1>${title}</h1></div>
      <p>${text}</p>`,
  });
}
