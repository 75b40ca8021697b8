/** One file of the finished site. */
export interface OutputFile {
  /** Path inside the bundle: `guides/start.html`. */
  readonly path: string;
  readonly bytes: Uint8Array | string;
}
