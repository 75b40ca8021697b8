/** The kinds of reports from pages. */
export const reportedKinds = [
  'view',
  'search',
  'search_click',
  'code_copy',
  'outlink',
  'not_found',
  'playground_call',
] as const;
/** `agent_read`: only for what isn't a page, which counts as a view. */
export const eventKinds = [...reportedKinds, 'agent_read'] as const;
export type EventKind = (typeof eventKinds)[number];

/** The event of a reader, as it is stored. */
export interface ReaderEvent {
  /** A UUID of version 7, which says when it was. */
  readonly id: string;
  /** As RFC 3339; what the id says. */
  readonly at: string;
  readonly kind: EventKind;
  readonly path: string;
  /** 16 bytes, hex: a digest under the day's salt. */
  readonly visitor: string;
  readonly isAi: boolean;
  /** Host name that a view came from. */
  readonly referrer: string | null;
  readonly query: string | null;
  /** Of copied code: its language and its first line, see `joinCode`; of a call of the playground see `joinCall`, of an agent’s read `joinRead`. */
  readonly target: string | null;
  /** Number of results that a search showed; null if it isn't known. */
  readonly results: number | null;
}

/** An event, and the project or the site whose reader it is. */
export interface SiteEvent extends ReaderEvent {
  readonly siteId: string;
}
