export interface CodeFence {
  /** The language as written, lower-cased, before aliases; `''` if none exists. */
  readonly language: string;
  readonly code: string;
  readonly title?: string;
  readonly icon?: string;
  readonly lines: boolean;
  readonly wrap: boolean;
  readonly expandable: boolean;
  readonly twoslash: boolean;
  /** 1-based line numbers. */
  readonly highlight: readonly number[];
  readonly focus: readonly number[];
  /** Props of a mermaid fence and anything else in the meta string, as `key=value`. */
  readonly extra: Readonly<Record<string, string>>;
}
