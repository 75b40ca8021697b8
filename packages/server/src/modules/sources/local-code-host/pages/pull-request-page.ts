import type { CommitStatus } from '../../../../platform/code-host/index.ts';
import type { Diff } from '../../../../platform/git/index.ts';
import type { CommitSummary, MergeAttempt } from '../bare-repository.ts';
import type { LocalRepository } from '../local-code-host.ts';
import type { LocalComment, LocalPullRequest } from '../store.ts';
import { diffView, fileList } from './diff-view.ts';
import { markup, type SafeHtml } from './html.ts';
import { layout, time } from './layout.ts';
import { renderMarkdown } from './markdown.ts';

export interface Notice {
  readonly tone: 'good' | 'bad';
  readonly text: string;
  /** Files that the notice is about. */
  readonly paths?: readonly string[];
}

/** All data of a pull request's page. */
export interface PullRequestView {
  readonly repository: LocalRepository;
  readonly pull: LocalPullRequest;
  readonly comments: readonly LocalComment[];
  /** Statuses reported for its head, such as the link to its preview. */
  readonly statuses: readonly CommitStatus[];
  readonly commits: readonly CommitSummary[];
  readonly diff: Diff;
  /** `undefined` unless it is open and both branches exist. */
  readonly merge: MergeAttempt | undefined;
  readonly headExists: boolean;
  /** Path of this page; the forms post to paths below it. */
  readonly path: string;
  readonly cloneUrl: string;
  readonly notice: Notice | undefined;
  /** The signed-in user, if they may act; `undefined` if a key must be entered. */
  readonly visitor: string | undefined;
  /** Initial text of the comment field: a comment that was refused. */
  readonly draftComment: string;
  readonly maxFiles: number;
}

export function pullRequestPage(view: PullRequestView): string {
  const { pull, repository } = view;
  return layout({
    title: `${pull.title} · Pull request #${pull.number} · ${repository.name}`,
    crumbs: [
      markup`<a href="/repositories/${repository.name}">${repository.name}</a>`,
      markup`Pull request #${pull.number}`,
    ],
    main: markup`
      <h1>${pull.title} <span class="number">#${pull.number}</span></h1>
      ${jobLink(view)} ${summary(view)} ${view.notice && noticeBox(view.notice)}
      <article class="card">
        <header>Opened ${time(pull.createdAt)}</header>
        <div class="inside markdown">
          ${pull.body.trim() === '' ? markup`<p class="quiet">No description.</p>` : renderMarkdown(pull.body)}
        </div>
      </article>
      ${view.statuses.length > 0 && statusCard(view)} ${view.comments.map(commentCard)} ${commentForm(view)} ${actions(view)} ${commitList(view)} ${files(view)} ${checkout(view)}
    `,
  });
}

/** The agent writes the address of its job into the text. Anyone can, so only a path of the dashboard counts. */
function jobLink({ pull }: PullRequestView): SafeHtml | false {
  const [path] = /\/dashboard\/jobs\/proj_\w{1,60}\/aj_\w{1,60}(?![\w/])/.exec(pull.body) ?? [];
  return path !== undefined && markup`<p class="back"><a href="${path}">← Open the agent job in the dashboard</a></p>`;
}

function summary({ pull, commits }: PullRequestView): SafeHtml {
  const state = pull.state === 'open' && pull.draft ? 'draft' : pull.state;
  const ended = pull.endedAt !== null && pull.state !== 'open';
  return markup`<p class="meta">
    <span class="state ${state}">${state[0]?.toUpperCase()}${state.slice(1)}</span>
    <span>${plural(commits.length, 'commit')} from <code>${pull.headBranch}</code> into
      <code>${pull.baseBranch}</code></span>
    ${ended && pull.endedAt !== null && markup`<span>${pull.state} by ${pull.endedBy ?? 'someone'}, ${time(pull.endedAt)}</span>`}
    ${pull.labels.map((label) => markup`<span class="label">${label}</span>`)}
    ${pull.reviewers.length > 0 && markup`<span>review requested from ${pull.reviewers.join(', ')}</span>`}
  </p>`;
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
  return markup`<section class="card" aria-label="Checks">
    <header>Checks of the latest commit</header>
    <ul class="list">
      ${statuses.map(
        ({ context, state, description, url }) =>
          markup`<li>
            <span class="grow"><a href="${url}"><code>${context}</code></a> ${description}</span><span class="quiet">${stateWords[state]}</span>
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

/** Anyone with a key may comment; the agent obeys only keys that may start its jobs. */
function commentForm(view: PullRequestView): SafeHtml {
  const { pull, path, draftComment } = view;
  return markup`<section class="card" aria-label="Comment">
    <div class="inside">
      <form method="post" action="${path}">
        <label class="wide">Comment<textarea
            name="comment"
            rows="4"
            required
            spellcheck="true"
            placeholder="Describe what to change, for people or for the agent."
          >${draftComment}</textarea></label>
        ${credential(view, 'API key; to ask the agent, with the scope agent-jobs:write')}
        <button name="action" value="comment">Comment</button>
        ${pull.state === 'open' && markup`<button name="action" value="ask-agent" class="primary">Ask the agent</button>`}
      </form>
    </div>
  </section>`;
}

/** The browser sends the session; a key must be entered, so no other site can act for its owner. */
const credential = ({ visitor }: PullRequestView, label: string): SafeHtml =>
  visitor === undefined ? keyField(label) : markup`<p class="quiet">Signed in as ${visitor}.</p>`;

const keyField = (label: string): SafeHtml =>
  markup`<label>${label}<input
      type="password"
      name="key"
      required
      autocomplete="current-password"
      spellcheck="false"
      placeholder="dw_…"
  /></label>`;

/** Reading requires the link, acting a session or a key. */
function actions(view: PullRequestView): SafeHtml {
  const buttons = buttonsFor(view);
  if (buttons.length === 0) return markup``;
  return markup`<section class="card" aria-label="Merge or close">
    <header>${mergeState(view)}</header>
    <div class="inside">
      <form method="post" action="${view.path}">
        ${credential(view, 'API key with the scope repositories:write')} ${buttons}
      </form>
    </div>
  </section>`;
}

function buttonsFor({ pull, merge, headExists, repository }: PullRequestView): SafeHtml[] {
  const button = (action: string, label: string, look = ''): SafeHtml =>
    markup`<button name="action" value="${action}" class="${look}">${label}</button>`;
  switch (pull.state) {
    case 'open':
      return [
        ...(pull.draft ? [button('ready', 'Ready for review')] : []),
        ...(!pull.draft && merge?.kind === 'clean' ? [button('merge', 'Merge pull request', 'primary')] : []),
        button('close', 'Close', 'danger'),
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
  return markup`<h2>${plural(commits.length, 'commit')}</h2>
    <div class="card">
      <ul class="list">
        ${commits.map(
          (commit) =>
            markup`<li>
              <span class="grow">${commit.subject}</span><span class="quiet">${commit.author}, ${time(commit.date)}</span><code>${commit.sha.slice(0, 10)}</code>
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
      ${plural(diff.files.length, 'file')} changed
      <span class="counts"><span class="plus">+${added}</span> <span class="minus">−${removed}</span></span>
    </h2>
    ${fileList(diff.files, maxFiles)} ${diffView(diff, maxFiles)}`;
}

function checkout({ pull, cloneUrl }: PullRequestView): SafeHtml {
  return markup`<h2>Check out locally</h2>
    <pre class="clone">
git fetch ${cloneUrl} refs/pulls/${pull.number}/head
git switch --detach FETCH_HEAD</pre>
    <p class="quiet">Git asks for a user name (any) and a password (an API key).</p>`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
