import type { Line, Text } from '@codemirror/state';

/**
 * The line breaks that a block on a line needs above and below, so that it isn't read as part of its neighbors. It
 * needs none after an opening tag and before a closing one.
 */
export function findMissingBreaks(doc: Text, { number }: Line): { readonly above: string; readonly below: string } {
  const above = number > 1 ? doc.line(number - 1).text : '';
  const below = number < doc.lines ? doc.line(number + 1).text : '';
  return {
    above: above.trim() === '' || /^\s*<[^/]/.test(above) ? '' : '\n',
    below: below.trim() === '' || /^\s*<\//.test(below) ? '' : '\n',
  };
}
