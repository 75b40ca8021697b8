/** Names of groups, one per line: they may contain commas. */
export const toGroupNames = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];
