import type { NameScope } from './distinct-names.ts';
import type { SiteEvent } from './event.ts';
import type { ReaderFeedback } from './parse-feedback.ts';

/**
 * Stores readers' events.
 *
 * 1. `insert` resolves when the events survive a crash. A repeated ID counts once.
 * 2. `salt` returns the same 32 bytes for a day to all processes that share the store, and deletes them once no more
 *    events of that day are accepted.
 */
export interface EventStore {
  insert(events: readonly SiteEvent[]): Promise<void>;
  salt(day: string): Promise<Buffer>;
  /** Returns the stored names of one kind, site and day; at most `limit`. */
  names(scope: NameScope, limit: number): Promise<readonly string[]>;
}

export interface GivenFeedback extends ReaderFeedback {
  readonly siteId: string;
  readonly atMs: number;
  /** The reader's digest; null for readers who opted out of being counted. */
  readonly visitor: string | null;
}

export interface FeedbackStore {
  /** Resolves when the feedback survives a crash; resolves to false if the site has reached its daily limit. */
  insert(feedback: GivenFeedback): Promise<boolean>;
  salt(day: string): Promise<Buffer>;
}
