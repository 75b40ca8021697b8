/**
 * Returns the language and first line of a code block, so that authors can find it.
 *
 * @param part a child of the block
 */
export function describeCode(part: Element): { readonly language: string; readonly line: string } {
  const code = part.parentElement?.querySelector('code');
  const [, language = ''] = /language-(\S{1,40})/.exec(code?.className ?? '') ?? [];
  const [, line = ''] = /(\S.{0,159})/u.exec(code?.textContent ?? '') ?? [];
  return { language, line: line.replace(/[\s\p{Cc}]+/gu, ' ') };
}
