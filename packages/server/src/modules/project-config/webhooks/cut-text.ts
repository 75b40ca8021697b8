/** Whole characters, never half of a pair or an escape without what it escapes. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff\\]$/, '')}…`;
}
