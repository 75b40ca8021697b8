/** The folders of bundles in the blob store; the second contains bundles from before bundles were shared. */
export const bundleFolders = ['bundles/', 'exports/'] as const;
