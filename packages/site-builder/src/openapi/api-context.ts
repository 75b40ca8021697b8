import type { CodeFence } from '../markup/code-fence.ts';
import type { Html } from '../markup/html.ts';
import type { SiteFeatures } from '../settings/build-settings.ts';
import type { ComponentWord } from '../text/component-words.ts';
import type { ReferenceWord } from '../text/reference-text.ts';

/** The functions that the API reference requires from its page. */
export interface ApiContext {
  /** The language of the reference's labels. */
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
  /** An ID that is unique on the page, derived from `text`. */
  uniqueId(text: string): string;
  /** The next unused number, for IDs that no link uses. */
  counter(): number;
}
