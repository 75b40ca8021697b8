const claimedCount =
  /\b(?:updat|chang|rewr[io]t|edit|fix|translat|correct|revis|replac|mov|delet|add)\w{0,4}\b[^.\n\d]{0,40}?\b(?<count>\d{1,4})\s+(?:pages|files)\b/gi;

/** Finds claims in a summary that more files were changed than actually were. */
export function findFalseCounts(summary: string, changed: number): string[] {
  const claims = [...summary.matchAll(claimedCount)].map(({ groups }) => Number(groups?.['count'] ?? 0));
  const most = Math.max(0, ...claims);
  return most > changed
    ? [`The summary counts ${most} changed files, but ${changed} ${changed === 1 ? 'was' : 'were'} changed.`]
    : [];
}
