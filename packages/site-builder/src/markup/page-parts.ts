export interface PageHeading {
  readonly id: string;
  readonly text: string;
  /** 1…6 */
  readonly depth: number;
}

/** One heading's worth of plain text: the unit of a search result. */
export interface SearchSection {
  readonly headingId: string;
  readonly heading: string;
  readonly text: string;
}
