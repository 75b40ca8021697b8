import { idPrefixes, maxFileThreads, maxProjectThreads } from '@docwright/contract';
import type { TextRange } from '@docwright/doc-agent';
import type { Transaction } from 'kysely';
import { newId } from '../../../platform/ids/index.ts';
import type { Author } from '../../foundation/audit-log/index.ts';
import { versionOf, type Bytes, type DraftTarget } from '../drafts/index.ts';
import { describeRanges, moveAnchors, toAnchoredText } from './anchors.ts';
import { recordComment } from './audit.ts';
import { notText, threadNotFound, tooManyThreads } from './errors.ts';
import { insertFile } from './file-store.ts';
import type { NotifiedThread } from './notify.ts';
import { countThreads, insertComment, insertThread, lockThreadsOf, selectSame } from './store.ts';
import type { CommentRow, CommentTables } from './tables.ts';

type Tx = Transaction<CommentTables>;

/** Someone who writes a comment, or asks the agent to write one. */
export interface CommentWriter extends Author {
  readonly actor: { readonly kind: CommentRow['author_kind']; readonly id: string; readonly name: string };
}

/** A file on a branch, and the person who starts a thread there. */
export interface ThreadPlace extends Pick<DraftTarget, 'project' | 'branch'> {
  readonly author: CommentWriter;
  readonly path: string;
  readonly bytes: Bytes;
}

export interface NewThread {
  /** The position of `quote` in the text of `bytes`. */
  readonly range: TextRange;
  readonly quote: string;
  readonly replacement: string | null;
  readonly text: string;
  readonly mentions: readonly string[];
  /** The agent job that suggests the change for the author. */
  readonly agentJobId?: string;
}

/**
 * Starts a thread. If the agent suggests a change that is already open, returns the existing thread.
 * @throws ApiError draft_file_refused, comment_limit_reached
 */
export async function addThread(
  tx: Tx,
  { author, project, branch, path, bytes }: ThreadPlace,
  { range, quote, replacement, text, mentions, agentJobId }: NewThread,
): Promise<StartedThread> {
  const content = toAnchoredText(bytes);
  const version = versionOf(bytes);
  if (content === undefined || version === null) throw notText(path);
  const name = { projectId: project.id, branch, path };
  await lockThreadsOf(tx, project.id);
  const file = { ...name, organizationId: project.organization_id, content: Buffer.from(content), version };
  await insertFile(tx, file);
  const locked = await moveAnchors(tx, name, bytes);
  if (locked === undefined) throw threadNotFound(path);
  const described = describeRanges(content)(range, quote);
  const placed = { project_id: project.id, branch, path, replacement };
  if (agentJobId !== undefined) {
    const same = await selectSame(tx, { fileId: locked.id, from: range.from, quote, replacement: replacement ?? '' });
    if (same !== undefined) return { id: same, ...placed };
  }
  const { inFile, inProject } = await countThreads(tx, { projectId: project.id, fileId: locked.id });
  if (inFile >= maxFileThreads) throw tooManyThreads('file');
  if (inProject >= maxProjectThreads) throw tooManyThreads('project');
  const id = newId(idPrefixes.commentThread);
  await insertThread(tx, {
    id,
    file_id: locked.id,
    project_id: project.id,
    quote,
    range_from: described.from,
    range_to: described.to,
    range_line: described.line,
    replacement,
  });
  await addComment(tx, { threadId: id, author, text, mentions, agentJobId });
  const thread = { id, ...placed };
  await recordComment(tx, author, { action: 'created', thread, ...(agentJobId !== undefined && { agentJobId }) });
  return thread;
}

/** A new thread with its location. */
export type StartedThread = NotifiedThread & { readonly branch: string };

export async function addComment(
  tx: Tx,
  comment: {
    readonly threadId: string;
    readonly author: Pick<CommentWriter, 'actor'>;
    readonly text: string;
    readonly mentions: readonly string[];
    readonly agentJobId?: string | undefined;
  },
): Promise<string> {
  const { threadId, author, text, mentions, agentJobId } = comment;
  const id = newId(idPrefixes.comment);
  const { kind, id: authorId, name } = author.actor;
  await insertComment(tx, {
    id,
    thread_id: threadId,
    author_kind: kind,
    author_id: authorId,
    author_name: name,
    agent_job_id: agentJobId ?? null,
    text,
    mentions: [...mentions],
  });
  return id;
}
