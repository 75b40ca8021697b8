/** The size of an image in CSS pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
  /** An SVG without an explicit size fills its container: the two numbers are its aspect ratio. */
  readonly isRatio?: true;
}
