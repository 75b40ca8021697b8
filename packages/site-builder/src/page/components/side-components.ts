/** Components that the theme places next to the text instead of in it. */
export const sideComponents: ReadonlySet<string> = new Set(['Panel', 'RequestExample', 'ResponseExample']);
