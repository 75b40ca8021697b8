import type { UseWindows } from '@docwright/site-server';
import { ServiceError } from './service-error.ts';

/** Counts one use for a client address. @throws {ServiceError} `rate-limited`; nothing is counted then */
export function requireUse(windows: UseWindows, address: string): void {
  const waitMs = windows.take(address);
  if (waitMs === 0) return;
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  throw new ServiceError('rate-limited', `too many requests from this address; try again in ${seconds} s`, seconds);
}
