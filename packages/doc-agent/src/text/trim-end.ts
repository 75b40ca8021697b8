/**
 * The text without the characters of a set at its end. A regular expression such as /x+$/ begins anew at every x, which takes a
 * page of them quadratic time.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
