/**
 * Returns the path of a file in its repository.
 * @param path relative to the docs folder
 */
export const toRepositoryPath = (docsFolder: string, path: string): string =>
  docsFolder === '' ? path : `${docsFolder}/${path}`;
