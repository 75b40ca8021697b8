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
/** `agent_read` is only for reads other than page reads, which count as views. */
export const eventKinds = [...reportedKinds, 'agent_read'] as const;
export type EventKind = (typeof eventKinds)[number];

/** A reader's event, as it is stored. */
export interface ReaderEvent {
  /** A UUID of version 7, which contains the time. */
  readonly id: string;
  /** The ID's time, in RFC 3339 format. */
  readonly at: string;
  readonly kind: EventKind;
  readonly path: string;
  /** A digest with the day's salt: 16 bytes in hex. */
  readonly visitor: string;
  readonly isAi: boolean;
  /** Host name of the page that linked to the view. */
  readonly referrer: string | null;
  readonly query: string | null;
  /**
   * Copied code: its language and its first line, see `joinCode`. A playground call: see `joinCall`. An agent’s read:
   * see `joinRead`.
   */
  readonly target: string | null;
  /** Number of results that a search showed; null if unknown. */
  readonly results: number | null;
}

/** An event, and the project or the site whose reader it is. */
export interface SiteEvent extends ReaderEvent {
  readonly siteId: string;
}
