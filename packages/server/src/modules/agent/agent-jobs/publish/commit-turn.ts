import { composeCommit, type Overlay, type OverlayEntry, type PullRequestFacts } from '@docwright/doc-agent';
import type { CommitResult, Mirror, OverlayChange } from '../../../../platform/git/index.ts';
import type { AgentJobRow } from '../tables.ts';
import { readPushedBranch } from './branch-state.ts';
import { toRepositoryPath } from '../../../project-config/projects/index.ts';

/** Author of every agent commit. Fixed, like the date, so that a second attempt creates the same commit. */
export const agentAuthor = { name: 'Docwright agent', email: 'agent@docwright.invalid' } as const;

/** The agent as an author of drafts. */
export const agentActor = { kind: 'system', id: 'docwright-agent', name: agentAuthor.name } as const;

export interface CommitRequest {
  readonly job: AgentJobRow;
  readonly baseCommit: string;
  readonly docsFolder: string;
  readonly overlay: Overlay;
  /** The bytes of the overlay's images by digest. */
  readonly images: ReadonlyMap<string, Uint8Array>;
  readonly facts: PullRequestFacts;
  readonly date: Date;
  readonly signal: AbortSignal;
}

/** Commits the overlay: onto the base in the first turn, onto the pushed head in a follow-up. */
export async function commitTurn(mirror: Mirror, request: CommitRequest): Promise<CommitResult> {
  const { job, baseCommit, docsFolder, overlay, images, facts, signal } = request;
  const changes = toCommitChanges(overlay, images, docsFolder);
  const pushed = readPushedBranch(job)?.head;
  if (pushed !== undefined) {
    changes.push(
      ...(await undone(mirror, {
        baseCommit,
        pushed,
        changed: new Set(changes.map(({ path }) => path)),
        signal,
      })),
    );
  }
  const { subject, body } = composeCommit(facts);
  return mirror.commitOverlay({
    base: pushed ?? baseCommit,
    changes,
    message: body === '' ? subject : `${subject}\n\n${body}`,
    author: agentAuthor,
    date: request.date,
    signal,
  });
}

/** Converts the overlay to changes with paths relative to the repository. */
export function toCommitChanges(
  overlay: Overlay,
  images: CommitRequest['images'],
  docsFolder: string,
): OverlayChange[] {
  return [...overlay].map(([path, entry]) => ({
    path: toRepositoryPath(docsFolder, path),
    content: toContent(entry, images),
  }));
}

function toContent(entry: OverlayEntry, images: CommitRequest['images']): OverlayChange['content'] {
  if (entry.kind !== 'image') return entry.kind === 'write' ? entry.content : null;
  const bytes = images.get(entry.digest);
  if (bytes === undefined) throw new Error(`the image ${entry.digest} of the overlay isn't stored`);
  return bytes;
}

/** Restores the base's content in files that an earlier turn changed and this turn reverted. */
async function undone(
  mirror: Mirror,
  range: {
    readonly baseCommit: string;
    readonly pushed: string;
    readonly changed: ReadonlySet<string>;
    readonly signal: AbortSignal;
  },
): Promise<OverlayChange[]> {
  const { baseCommit, pushed, changed, signal } = range;
  const files = await mirror.listChanges({ from: baseCommit, to: pushed, signal });
  const paths = files.flatMap((file) => (file.oldPath === undefined ? [file.path] : [file.oldPath, file.path]));
  return Promise.all(
    paths
      .filter((path) => !changed.has(path))
      .map(async (path) => ({ path, content: (await mirror.readFile(baseCommit, path, { signal })) ?? null })),
  );
}
