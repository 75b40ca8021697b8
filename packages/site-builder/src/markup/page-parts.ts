export interface PageHeading {
  readonly id: string;
  readonly text: string;
  /** 1…6 */
  readonly depth: number;
}

/** The plain text below one heading: the unit of a search result. */
export interface SearchSection {
  readonly headingId: string;
  readonly heading: string;
  readonly text: string;
}
