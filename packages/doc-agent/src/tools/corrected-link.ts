/** A link that was corrected, and why. */
export interface CorrectedLink {
  readonly path: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}
