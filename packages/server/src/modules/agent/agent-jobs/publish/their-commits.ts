import { digestOfImage, toImageEntry, type JobImage, type OverlayChange } from '@docwright/doc-agent';
import type { Database } from '../../../../platform/database/index.ts';
import type { Mirror } from '../../../../platform/git/index.ts';
import { LeaseLost } from '../../../../platform/job-engine/index.ts';
import { branchMoved } from '../errors.ts';
import { saveOverlayChange } from '../overlay-store.ts';
import { insertEvent, updateActiveAgentJob } from '../store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';

/** Saves the overlay after someone else's commits, and the commit that the next push expects, in one transaction. */
export async function saveAdoption(
  database: Database<AgentJobTables>,
  job: AgentJobRow,
  adopted: { readonly branch: string; readonly head: string; readonly changes: readonly OverlayChange[] },
): Promise<AgentJobRow> {
  return database.kysely.transaction().execute(async (tx) => {
    const row = await updateActiveAgentJob(tx, job, { pushed_sha: adopted.head });
    if (row === undefined) throw new LeaseLost();
    for (const change of adopted.changes) await saveOverlayChange(tx, job.id, change);
    const data = { branch: adopted.branch, commit: adopted.head, changed: adopted.changes.map(({ path }) => path) };
    await insertEvent(tx, job.id, { type: 'branch.adopted', data });
    return row;
  });
}

export async function listChangedPaths(
  mirror: Mirror,
  range: { readonly from: string; readonly to: string; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const files = await mirror.listChanges(range);
  return files.flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [oldPath, path]));
}

/**
 * Returns the overlay changes at these paths after which the base with the overlay matches `head`. Throws for content
 * that an overlay can't contain.
 */
export async function readOverlayChanges(
  mirror: Mirror,
  comparison: {
    readonly base: string;
    /** A commit or a tree. */
    readonly head: string;
    readonly paths: readonly string[];
    readonly docsFolder: string;
    readonly branch: string;
    /** The images of the job. Other files that aren't text can't be part of an overlay. */
    readonly images: readonly ImageFacts[];
  },
): Promise<OverlayChange[]> {
  const prefix = comparison.docsFolder === '' ? '' : `${comparison.docsFolder}/`;
  return Promise.all(
    comparison.paths.map(async (path) => {
      if (!path.startsWith(prefix)) throw branchMoved(comparison.branch, `outside the docs folder: ${path}`);
      const [before, after] = await Promise.all([
        mirror.readFile(comparison.base, path),
        mirror.readFile(comparison.head, path),
      ]);
      const inDocs = path.slice(prefix.length);
      if (after === undefined) return { path: inDocs, entry: before === undefined ? null : { kind: 'delete' } };
      if (before?.equals(after) === true) return { path: inDocs, entry: null };
      const image = findImage(after, comparison.images);
      if (image !== undefined) return { path: inDocs, entry: toImageEntry(image) };
      const content = after.toString('utf8');
      if (!Buffer.from(content).equals(after))
        throw branchMoved(comparison.branch, `with a file that is not text: ${path}`);
      return { path: inDocs, entry: { kind: 'write', content } };
    }),
  );
}

type ImageFacts = Omit<JobImage, 'name'>;

function findImage(bytes: Buffer, images: readonly ImageFacts[]): ImageFacts | undefined {
  if (!images.some(({ sizeBytes }) => sizeBytes === bytes.length)) return undefined;
  const digest = digestOfImage(bytes);
  return images.find((image) => image.digest === digest);
}
