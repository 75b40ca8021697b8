import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { escapeHtml } from '../../../../platform/html/index.ts';
import { markup, type SafeHtml, trusted } from './html.ts';

const MAX_CHARACTERS = 200_000;
/**
 * The parser's time is quadratic in the number of these characters: 200,000 closing brackets would block the process
 * for minutes, and 4,000 unmatched backticks for 1.4 s.
 */
const quadraticMarks = ['[', ']', '*', '_', '~', '`'];
const MAX_MARKS = 1500;
/** Nested quotes and lists also take quadratic time. */
const nested = /^(?:[ \t]{0,3}(?:[>*+-]|\d{1,9}[.)])){20}/m;

/**
 * Renders a pull request's or README's Markdown as HTML. By default, micromark escapes every tag and drops every
 * address that is not http(s), mailto or relative, and no option here relaxes this.
 * @param toAddress returns the address of a picture whose path is relative to the text's own file; `undefined` keeps
 * the path
 */
export function renderMarkdown(
  text: string,
  toAddress: (relative: string) => string | undefined = () => undefined,
): SafeHtml {
  const shown = withoutComments(text.slice(0, MAX_CHARACTERS));
  if (!isPlainEnough(shown)) return markup`<pre>${shown}</pre>`;
  const options = { extensions: [gfm()], htmlExtensions: [gfmHtml()] };
  const rendered = micromark(shown, options);
  // Links can have any target, and the page's address is the reader's secret.
  const safe = rendered.replaceAll('<a href="', '<a rel="nofollow noopener noreferrer" href="');
  return trusted(
    safe.replaceAll(/<img src="([^"]*)"/g, (image, src: string) => {
      const address = isRelative(src) ? toAddress(src) : undefined;
      return address === undefined ? image : `<img src="${escapeHtml(address)}"`;
    }),
  );
}

/** Whether an address in micromark's output is relative and not a fragment of this page. */
const isRelative = (src: string): boolean => src !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(src);

/** Removes comments. They contain markers for programs (`<!-- docwright:job=… -->`), which aren't meant for people. */
function withoutComments(text: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf('<!--', at);
    const close = open === -1 ? -1 : text.indexOf('-->', open + 4);
    if (close === -1) return kept + text.slice(at);
    kept += text.slice(at, open);
    at = close + 3;
  }
}

/** Whether text can be parsed quickly. If it can't, it is shown unformatted. */
function isPlainEnough(text: string): boolean {
  const counts = new Map(quadraticMarks.map((mark) => [mark, 0]));
  for (const character of text) {
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  return Math.max(...counts.values()) <= MAX_MARKS && !nested.test(text);
}
