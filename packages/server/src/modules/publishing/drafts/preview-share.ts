import { FairSlots, networkOfAddress, SiteError } from '@docwright/site-server';
import { ApiError } from '../../../platform/http/index.ts';

/**
 * Maximum number of concurrent preview requests in one process. One organization or client address has at most half of
 * them and half of the waiting requests, which is enough for all of a large organization's editors to type at the same
 * time.
 */
const maxRunning = 16;
const maxWaiting = 512;
const retrySeconds = 2;

export interface PreviewRequester {
  readonly organizationId: string;
  readonly address: string;
}

/** Runs the work when the requester's share allows it. @throws ApiError rate_limited, and the errors of the work */
export type PreviewShare = <T>(requester: PreviewRequester, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

export function createPreviewShare({ running = maxRunning, waiting = maxWaiting } = {}): PreviewShare {
  const slots = new FairSlots(running, waiting);
  return async ({ organizationId, address }, signal, work) => {
    const owners = [organizationId, networkOfAddress(address)];
    try {
      await slots.enter(owners, signal);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      throw new ApiError(
        'rate_limited',
        'Too many previews of this organization or address are being rendered. Try again in a moment.',
        { headers: { 'retry-after': String(retrySeconds) } },
      );
    }
    try {
      return await work();
    } finally {
      slots.leave(owners);
    }
  };
}
