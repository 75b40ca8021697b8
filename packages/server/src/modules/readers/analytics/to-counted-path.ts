/**
 * Returns the name under which views of a page are counted: `guides/start` becomes `/guides/start`, and `guides/index`
 * becomes `/guides`.
 */
export const toCountedPath = (path: string): string => `/${path.replace(/(?:^|\/)index$/, '')}`;
