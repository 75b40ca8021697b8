/** The folders of bundles in the blob store; the second contains those from before bundles were shared. */
export const bundleFolders = ['bundles/', 'exports/'] as const;
