import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type SafeHtml, trusted } from './html.ts';

/** Comments carry markers for programs (`<!-- docwright:job=… -->`): they are for nobody's eyes. */
const COMMENT = /<!--[\s\S]*?-->/g;
const MAX_CHARACTERS = 200_000;

/**
 * Markdown of a pull request or a README as HTML. micromark escapes every tag and drops every address that is not http(s),
 * mail or relative; that is its default, and no option here loosens it.
 */
export function renderMarkdown(text: string): SafeHtml {
  const options = { extensions: [gfm()], htmlExtensions: [gfmHtml()] };
  const rendered = micromark(text.slice(0, MAX_CHARACTERS).replace(COMMENT, ''), options);
  // Links lead to wherever the author wants: the page that they are on is a secret of its reader.
  return trusted(rendered.replaceAll('<a href="', '<a rel="nofollow noopener noreferrer" href="'));
}
