/** Returns the distinct, nonempty lines of a text area. A line can contain commas. */
export const splitLines = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];
