/** Truncates between whole characters, never within a surrogate pair or after an escape character. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff\\]$/, '')}…`;
}
