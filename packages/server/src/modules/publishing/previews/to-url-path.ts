/** The address of a page below the preview's root, without a redirect on the way. */
export const toUrlPath = (page: string): string =>
  page
    .replace(/(?:^|\/)index$/, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
