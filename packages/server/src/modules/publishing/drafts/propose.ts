import { createHash } from 'node:crypto';
import type { DraftChange, DraftProposal } from '@docwright/contract';
import { countOf } from '../../../platform/words/count-of.ts';
import { findTemplate } from '../../agent/agent-jobs/index.ts';
import type { DraftDeps } from './drafts-deps.ts';
import { selectFiles } from './file-store.ts';
import { requireCommit, requireRepository, withRepository, type OpenBranch } from './open-branch.ts';
import { listChanges } from './show-draft.ts';
import type { DraftFileRow } from './tables.ts';

const maxSubject = 72;
const maxTitle = 60;
const maxListed = 50;

/** Suggests texts for a commit and a pull request. @throws ApiError draft_repository_unavailable */
export async function propose(deps: DraftDeps, opened: OpenBranch): Promise<DraftProposal> {
  const { draft } = opened;
  const files = draft === undefined ? [] : await selectFiles(deps.database.kysely, draft.id);
  return composeProposal(opened, files, await readParts(deps, opened, files));
}

/** The parts of a pull request's description that don't depend on the changes. */
export interface DescriptionParts {
  readonly template: string | undefined;
  /** The open comment threads in Markdown; empty without open threads. */
  readonly comments: string;
}

export async function readParts(
  { database, threads }: DraftDeps,
  opened: OpenBranch,
  files: readonly DraftFileRow[],
): Promise<DescriptionParts> {
  const { project, branch } = opened;
  // From the deployment branch, only the changed files are added to the branch of the pull request.
  const paths = branch === project.branch ? files.map(({ path }) => path) : null;
  const comments = await threads.describeOpen(database.kysely, { projectId: project.id, branch, paths });
  return { template: await readTemplate(opened), comments };
}

async function readTemplate(opened: OpenBranch): Promise<string | undefined> {
  const { host, mirror } = requireRepository(opened);
  return withRepository(async () => {
    await requireCommit(opened);
    return findTemplate({ host, mirror, baseCommit: opened.baseCommit }, AbortSignal.timeout(30_000));
  });
}

export function composeProposal(
  { branch, draft, project }: Pick<OpenBranch, 'branch' | 'draft' | 'project'>,
  files: readonly DraftFileRow[],
  { template, comments }: DescriptionParts = { template: undefined, comments: '' },
): DraftProposal {
  const changes = listChanges(files);
  const titles = new Map(files.map((file) => [file.path, titleOf(file)]));
  const subject = composeSubject(changes, titles, branch);
  const lines = changes.slice(0, maxListed).map((change) => `- ${describe(change)}`);
  if (changes.length > maxListed) lines.push(`- and ${countOf(changes.length - maxListed, 'other file')}`);
  const list = lines.join('\n');
  return {
    message: changes.length > 1 ? `${subject}\n\n${list}` : subject,
    newBranch: branchNameOf(subject, draft?.id ?? `${project.id} ${branch}`),
    pullRequest: { title: subject, body: [template?.trim(), list, comments].filter(Boolean).join('\n\n') },
  };
}

function composeSubject(changes: readonly DraftChange[], titles: ReadonlyMap<string, string>, branch: string): string {
  // Pages that were added, moved or deleted are named: the navigation and links only change along with them.
  const pages = changes.filter(({ path, change }) => /\.mdx?$/i.test(path) && change !== 'modified');
  const edited = changes.filter(({ path, change }) => /\.mdx?$/i.test(path) && change === 'modified');
  const [main = edited[0] ?? changes[0]] = pages;
  if (main === undefined) return `Changes of ${branch}`;
  const others = changes.length - 1;
  const subject = `${verbs[main.change]} ${titles.get(main.path) ?? main.path}`;
  const full = others === 0 ? subject : `${subject} and ${countOf(others, 'other file')}`;
  return full.length <= maxSubject ? full : `${full.slice(0, maxSubject - 1).trimEnd()}…`;
}

const verbs = { added: 'Add', modified: 'Update', moved: 'Move', deleted: 'Delete' } as const;

function describe({ path, change, movedFrom }: DraftChange): string {
  return movedFrom === null ? `${verbs[change]} \`${path}\`` : `Move \`${movedFrom}\` to \`${path}\``;
}

/** Returns the title in a page's frontmatter, on one line, or the page's path if it has no title. */
function titleOf({ path, content, base_content: base }: DraftFileRow): string {
  const bytes = /\.mdx?$/i.test(path) ? (content ?? base) : null;
  const [first = '', ...lines] = (bytes?.toString('utf8', 0, 10_000) ?? '').split('\n', 40);
  if (first.replace('\ufeff', '').trim() !== '---') return path;
  const field = lines.find((line) => line.startsWith('title:') || line.trim() === '---')?.trim() ?? '';
  const value = field.startsWith('title:') ? field.slice('title:'.length).trim() : '';
  const title = /^(["']).*["']$/.test(value) ? value.slice(1, -1) : value;
  return title === '' || title.length > maxTitle ? path : `“${title}”`;
}

/** Returns a branch name that is unique to the draft. The agent's branches have the same prefix. */
function branchNameOf(subject: string, id: string): string {
  const words = subject
    .slice(0, 200)
    .toLowerCase()
    .normalize('NFKD')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .slice(0, 6)
    .join('-');
  const suffix = createHash('sha256').update(id).digest('hex').slice(0, 6);
  return `docwright/${words === '' ? 'draft' : words.slice(0, 40)}-${suffix}`;
}
