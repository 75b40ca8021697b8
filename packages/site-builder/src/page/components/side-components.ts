/** Components that the theme sets beside the text instead of in it. */
export const sideComponents: ReadonlySet<string> = new Set(['Panel', 'RequestExample', 'ResponseExample']);
