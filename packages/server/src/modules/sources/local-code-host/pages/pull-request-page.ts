import type { CommitStatus } from '../../../../platform/code-host/index.ts';
import type { CommitSummary, MergeAttempt } from '../bare-repository.ts';
import type { LocalRepository } from '../local-code-host.ts';
import type { LocalComment, LocalPullRequest } from '../store.ts';
import { type Diff, diffView, fileList } from './diff-view.ts';
import { markup, type SafeHtml } from './html.ts';
import { icon, layout, time, type PageFrame } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { countOf } from '../../../../platform/words/count-of.ts';

export interface Notice {
  readonly tone: 'good' | 'bad';
  readonly text: string;
  /** Files that the notice is about. */
  readonly paths?: readonly string[];
}

export interface RepositoryProject {
  readonly id: string;
  readonly name: string;
}

/** All data for a pull request's page. */
export interface PullRequestView {
  readonly repository: LocalRepository;
  readonly pull: LocalPullRequest;
  readonly comments: readonly LocalComment[];
  /** Statuses reported for its head, such as the link to its preview. */
  readonly statuses: readonly CommitStatus[];
  readonly commits: readonly CommitSummary[];
  readonly diff: Diff;
  /** `undefined` unless the pull request is open and both branches exist. */
  readonly merge: MergeAttempt | undefined;
  readonly headExists: boolean;
  /** The path of this page. Its forms post to paths below it. */
  readonly path: string;
  readonly cloneUrl: string;
  readonly notice: Notice | undefined;
  readonly frame: PageFrame;
  /** The project of this repository that the visitor can open, if there is one. */
  readonly project: RepositoryProject | undefined;
  /** Whether the visitor is signed in and has permission. If false, a key must be entered. */
  readonly canAct: boolean;
  /** Initial text of the comment field: a refused comment. */
  readonly draftComment: string;
  readonly maxFiles: number;
}

export function pullRequestPage(view: PullRequestView): string {
  const { pull, repository, frame } = view;
  return layout(frame, {
    title: `${pull.title} · Pull request #${pull.number} · ${repository.name}`,
    crumbs: [
      ...projectCrumbs(view),
      markup`<a href="/repositories/${repository.path}">${repository.name}</a>`,
      markup`Pull request #${pull.number}`,
    ],
    main: markup`
      <div class="head">
        <div>
          <h1>${pull.title} <span class="number">#${pull.number}</span></h1>
          ${summary(view)}
        </div>
        ${jobLink(view)}
      </div>
      <div class="columns with-side">
        <div>
          ${view.notice && noticeBox(view.notice)} ${actions(view)} ${description(view)} ${view.comments.map(commentCard)} ${commentForm(view)}
        </div>
        <aside aria-label="Details">${facts(view)} ${view.statuses.length > 0 && statusCard(view)} ${checkout(view)}</aside>
      </div>
      ${commitList(view)} ${files(view)}
    `,
  });
}

/** The breadcrumbs to the dashboard, for visitors who can open it. */
export function projectCrumbs({ project, frame }: Pick<PullRequestView, 'project' | 'frame'>): readonly SafeHtml[] {
  if (frame.visitor === undefined) return [];
  const all = markup`<a href="/dashboard/projects">Projects</a>`;
  return project === undefined
    ? [all]
    : [all, markup`<a href="/dashboard/projects/${encodeURIComponent(project.id)}">${project.name}</a>`];
}

/**
 * The job's path in the dashboard. The agent writes the job's address into the text. Because anyone can write an
 * address there, only a path of the dashboard is accepted.
 */
export function findJob(body: string): { readonly path: string; readonly projectId: string } | undefined {
  const [path, projectId] = /\/dashboard\/jobs\/(proj_\w{1,60})\/aj_\w{1,60}(?![\w/])/.exec(body) ?? [];
  return path === undefined || projectId === undefined ? undefined : { path, projectId };
}

function jobLink({ pull }: PullRequestView): SafeHtml | false {
  const job = findJob(pull.body);
  return job !== undefined && markup`<a class="button" href="${job.path}">${icon('jobs')}Agent job</a>`;
}

function summary({ pull, commits }: PullRequestView): SafeHtml {
  const state = pull.state === 'open' && pull.draft ? 'draft' : pull.state;
  const ended = pull.endedAt !== null && pull.state !== 'open';
  return markup`<p class="meta">
    <span class="state ${state}">${state[0]?.toUpperCase()}${state.slice(1)}</span>
    <span>${countOf(commits.length, 'commit')} from <code>${pull.headBranch}</code> into
      <code>${pull.baseBranch}</code></span>
    ${ended && pull.endedAt !== null && markup`<span>${pull.state} by ${pull.endedBy ?? 'someone'}, ${time(pull.endedAt)}</span>`}
  </p>`;
}

function facts({ pull, repository }: PullRequestView): SafeHtml {
  const rows: readonly (readonly [string, SafeHtml])[] = [
    ['Repository', markup`<a href="/repositories/${repository.path}">${repository.name}</a>`],
    ['Opened', time(pull.createdAt)],
    ...(pull.labels.length > 0
      ? [['Labels', markup`${pull.labels.map((label) => markup`<span class="label">${label}</span> `)}`] as const]
      : []),
    ...(pull.reviewers.length > 0 ? [['Reviewers', markup`${pull.reviewers.join(', ')}`] as const] : []),
  ];
  return markup`<section class="card" aria-label="Facts">
    <h2>Details</h2>
    <div class="inside">
      <dl class="facts">${rows.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
    </div>
  </section>`;
}

function description({ pull }: PullRequestView): SafeHtml {
  return markup`<article class="card" aria-label="Description">
    <div class="inside markdown">
      ${pull.body.trim() === '' ? markup`<p class="soft">No description.</p>` : renderMarkdown(pull.body)}
    </div>
  </article>`;
}

function noticeBox({ tone, text, paths = [] }: Notice): SafeHtml {
  return markup`<div class="notice ${tone}" role="status">
    ${text}${
      paths.length > 0 &&
      markup`<ul>
        ${paths.map((path) => markup`<li><code>${path}</code></li>`)}
      </ul>`
    }
  </div>`;
}

const stateWords = { pending: 'Pending', success: 'Passed', failure: 'Failed' } as const;

function statusCard({ statuses }: PullRequestView): SafeHtml {
  return markup`<section class="card" aria-label="Checks of the latest commit">
    <header>Checks of the latest commit</header>
    <ul class="list">
      ${statuses.map(
        ({ context, state, description, url }) =>
          markup`<li>
            <span class="grow"><a href="${url}"><code>${context}</code></a> ${description}</span><span class="state ${state}">${stateWords[state]}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

function commentCard(comment: LocalComment): SafeHtml {
  return markup`<article class="card" id="comment-${comment.id}">
    <header>${comment.author} wrote ${time(comment.createdAt)}</header>
    <div class="inside markdown">${renderMarkdown(comment.body)}</div>
  </article>`;
}

/** Renders the comment form. Anyone with a key may comment; the agent requires a key that may start its jobs. */
function commentForm(view: PullRequestView): SafeHtml {
  const { pull, path, draftComment } = view;
  return markup`<section class="card" aria-label="Comment">
    <div class="inside">
      <form method="post" action="${path}">
        <label class="wide">Comment<textarea
            class="control"
            name="comment"
            rows="4"
            required
            spellcheck="true"
            placeholder="Describe what to change, for people or for the agent."
          >${draftComment}</textarea></label>
        ${credential(view, 'API key (with the scope agent-jobs:write to ask the agent)')}
        <button class="button" name="action" value="comment">Comment</button>
        ${pull.state === 'open' && markup`<button class="button primary" name="action" value="ask-agent">Ask the agent</button>`}
      </form>
    </div>
  </section>`;
}

/** Renders a key field for visitors without a session. A key is typed, so that no other site can act for its owner. */
const credential = ({ canAct }: PullRequestView, label: string): SafeHtml | false => !canAct && keyField(label);

export const keyField = (label: string): SafeHtml =>
  markup`<label>${label}<input
      class="control"
      type="password"
      name="key"
      required
      autocomplete="current-password"
      spellcheck="false"
      placeholder="dw_…"
  /></label>`;

/** Renders the actions, which require a session or a key; reading requires only the link. */
function actions(view: PullRequestView): SafeHtml {
  const buttons = buttonsFor(view);
  if (buttons.length === 0) return markup``;
  return markup`<section class="card" aria-label="Merge or close">
    <div class="inside">
      <form method="post" action="${view.path}">
        <span class="grow">${mergeState(view)}</span>
        ${credential(view, 'API key with the scope repositories:write')} ${buttons}
      </form>
    </div>
  </section>`;
}

function buttonsFor({ pull, merge, headExists, repository }: PullRequestView): SafeHtml[] {
  const button = (action: string, label: string, look = ''): SafeHtml =>
    markup`<button class="button ${look}" name="action" value="${action}">${label}</button>`;
  switch (pull.state) {
    case 'open':
      return [
        ...(pull.draft ? [button('ready', 'Ready for review')] : []),
        button('close', 'Close'),
        ...(!pull.draft && merge?.kind === 'clean' ? [button('merge', 'Merge pull request', 'primary')] : []),
      ];
    case 'closed':
      return headExists ? [button('reopen', 'Reopen'), ...deleteButton()] : [];
    case 'merged':
      return headExists ? deleteButton() : [];
    default:
      return pull.state satisfies never;
  }

  function deleteButton(): SafeHtml[] {
    return pull.headBranch === repository.defaultBranch ? [] : [button('delete-branch', 'Delete branch', 'danger')];
  }
}

function mergeState({ pull, merge, headExists }: PullRequestView): SafeHtml {
  if (pull.state === 'merged') return markup`Merged. The branch <code>${pull.headBranch}</code> can be deleted.`;
  if (pull.state === 'closed') return markup`Closed without a merge.`;
  if (pull.draft) return markup`This is a draft. Mark it as ready for review before you merge it.`;
  if (!headExists || merge === undefined) return markup`A branch of this pull request was deleted.`;
  if (merge.kind === 'clean') return markup`No conflicts with <code>${pull.baseBranch}</code>.`;
  return markup`Conflicts with <code>${pull.baseBranch}</code> in
    ${merge.paths.map((path, index) => markup`${index > 0 && ', '}<code>${path}</code>`)}.`;
}

function commitList({ commits }: PullRequestView): SafeHtml {
  return markup`<h2>${countOf(commits.length, 'commit')}</h2>
    <div class="card">
      <ul class="list">
        ${commits.map(
          (commit) =>
            markup`<li>
              <span class="grow">${commit.subject}</span><span class="soft">${commit.author}, ${time(commit.date)}</span><code>${commit.sha.slice(0, 10)}</code>
            </li>`,
        )}
      </ul>
    </div>`;
}

function files({ diff, maxFiles }: PullRequestView): SafeHtml {
  const [added, removed] = [
    diff.files.reduce((sum, file) => sum + file.added, 0),
    diff.files.reduce((sum, file) => sum + file.removed, 0),
  ];
  return markup`<h2>
      ${countOf(diff.files.length, 'file')} changed
      <span class="counts"><span class="plus">+${added}</span> <span class="minus">−${removed}</span></span>
    </h2>
    ${fileList(diff.files, maxFiles)} ${diffView(diff, maxFiles)}`;
}

function checkout({ pull, cloneUrl }: PullRequestView): SafeHtml {
  return markup`<section class="card" aria-label="Check out locally">
    <h2>Check out locally</h2>
    <div class="inside">
      <pre class="clone">
git fetch ${cloneUrl} refs/pulls/${pull.number}/head
git switch --detach FETCH_HEAD</pre>
      <p class="soft">Git asks for a user name (any) and a password (an API key).</p>
    </div>
  </section>`;
}
