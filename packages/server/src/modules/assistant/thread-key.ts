import { createHmac } from 'node:crypto';

/** Who asks: pages elsewhere by a public key, programs by another, or pages of the site itself. */
export type AskerKind = 'public' | 'secret' | 'page';

/** Who a thread belongs to, and which one it is; each part is the caller's word but the first two. */
export interface ThreadName {
  readonly projectId: string;
  readonly kind: AskerKind;
  /** `fp` of the visitor; of a page, the id of the thread, which only its browser knows. */
  readonly visitor: string;
  readonly threadId: string;
}

/**
 * By what a thread is stored: who names another visitor, site or kind of key names another thread, whatever its id. Neither
 * visitor nor id can be read from it.
 */
export function threadKeyOf(secret: string, { projectId, kind, visitor, threadId }: ThreadName): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['assistant thread', projectId, kind, visitor, threadId]))
    .digest('base64url');
}

/** Whose budget of a day it is: neither address nor visitor can be read from it. */
export function spenderOf(secret: string, projectId: string, visitor: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['assistant visitor', projectId, visitor]))
    .digest('base64url');
}
