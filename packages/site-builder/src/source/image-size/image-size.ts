/** In CSS pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
  /** An SVG without a size of its own is as wide as its place: the two numbers are its ratio. */
  readonly isRatio?: true;
}
