import type { Line, Text } from '@codemirror/state';

/**
 * Returns the line breaks that a block needs above and below, so that it isn't parsed as part of its neighbors. None
 * are needed after an opening tag or before a closing tag.
 */
export function findMissingBreaks(doc: Text, { number }: Line): { readonly above: string; readonly below: string } {
  const above = number > 1 ? doc.line(number - 1).text : '';
  const below = number < doc.lines ? doc.line(number + 1).text : '';
  return {
    above: above.trim() === '' || /^\s*<[^/]/.test(above) ? '' : '\n',
    below: below.trim() === '' || /^\s*<\//.test(below) ? '' : '\n',
  };
}
