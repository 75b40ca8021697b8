/** The form in which views of a page are counted: `guides/start` is `/guides/start`, and `guides/index` `/guides`. */
export const toCountedPath = (path: string): string => `/${path.replace(/(?:^|\/)index$/, '')}`;
