import { createHmac } from 'node:crypto';

/** The kind of caller: pages elsewhere with a public key, programs with a secret key, or pages of the site itself. */
export type AskerKind = 'public' | 'secret' | 'page';

/** A thread and its owner. The caller claims all parts except the first two. */
export interface ThreadName {
  readonly projectId: string;
  readonly kind: AskerKind;
  /** The visitor's `fp`; for a page, the thread's ID, which only the reader's browser has. */
  readonly visitor: string;
  readonly threadId: string;
  /** Groups that the caller named. A caller without permission to name groups can't read a thread with groups. */
  readonly groups?: readonly string[];
}

/**
 * Returns the key under which a thread is stored. Another visitor, site or kind of key has a different thread with the
 * same ID. The key reveals neither the visitor nor the ID.
 */
export function threadKeyOf(secret: string, { projectId, kind, visitor, threadId, groups = [] }: ThreadName): string {
  return createHmac('sha256', secret)
    .update(
      JSON.stringify([
        'assistant thread',
        projectId,
        kind,
        visitor,
        threadId,
        ...(groups.length > 0 ? [groups.toSorted()] : []),
      ]),
    )
    .digest('base64url');
}

/** Returns the key of a visitor's daily budget. The key reveals neither the address nor the visitor. */
export function spenderOf(secret: string, projectId: string, visitor: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['assistant visitor', projectId, visitor]))
    .digest('base64url');
}
