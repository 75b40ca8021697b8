import { createHmac } from 'node:crypto';
import type { Principal } from '../../platform/http/index.ts';

/** Who a thread belongs to, and which one it is; each part is the caller's word but the first two. */
export interface ThreadName {
  readonly projectId: string;
  readonly principal: Pick<Principal, 'actor'>;
  /** `fp` of the visitor. */
  readonly visitor: string;
  readonly threadId: string;
}

/**
 * By what a thread is stored: who names another visitor, site or kind of key names another thread, whatever its id. Neither
 * visitor nor id can be read from it.
 */
export function threadKeyOf(secret: string, { projectId, principal, visitor, threadId }: ThreadName): string {
  const kind = principal.actor.id.startsWith('pub_') ? 'public' : 'secret';
  return createHmac('sha256', secret)
    .update(JSON.stringify(['assistant thread', projectId, kind, visitor, threadId]))
    .digest('base64url');
}
