/** A preview image's content. */
export interface SocialFace {
  /** The page for which issues are reported. */
  readonly sourcePath: string;
  readonly eyebrow: string;
  readonly title: string;
  readonly description: string;
  /** BCP 47. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}
