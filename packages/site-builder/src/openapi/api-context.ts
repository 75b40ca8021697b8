import type { CodeFence } from '../markup/code-fence.ts';
import type { Html } from '../markup/html.ts';
import type { SiteFeatures } from '../settings/build-settings.ts';
import type { ComponentWord } from '../text/component-words.ts';
import type { ReferenceWord } from '../text/reference-text.ts';

/** The requirements of the reference for its page. */
export interface ApiContext {
  /** Words of the reference are in the page's language. */
  readonly page: { readonly language?: string };
  readonly features: Pick<SiteFeatures, 'playground'>;
  /** A label in the page's language. */
  word(name: ReferenceWord | ComponentWord): string;
  /** Inline Markdown of a description. */
  inlineMarkdown(text: string): Html;
  /** Block Markdown of a description, in which raw HTML is sanitized. */
  blockMarkdown(text: string): Html;
  /** A whole highlighted block with its copy button. */
  codeBlock(fence: CodeFence): Html;
  /** An id that is unique on the page, made of `text`. */
  uniqueId(text: string): string;
  /** The next unused number, for ids that no link needs to know. */
  counter(): number;
}
