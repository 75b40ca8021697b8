/**
 * The text without trailing characters of a set. A regular expression such as /x+$/ restarts at every x, which takes
 * quadratic time on a page full of x.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
