/** Returns a page's address below the preview's root, in a form that doesn't redirect. */
export const toUrlPath = (page: string): string =>
  page
    .replace(/(?:^|\/)index$/, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
