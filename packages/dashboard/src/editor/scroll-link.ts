/** Connects the scroll positions of the text and its preview, as fractions of their heights from 0 to 1. */
export interface ScrollLink {
  readonly scrollText: (ratio: number) => void;
  /** Set while a preview is visible. */
  onTextScroll: ((ratio: number) => void) | undefined;
}
