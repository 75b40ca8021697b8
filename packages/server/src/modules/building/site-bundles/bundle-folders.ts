/** Where the blob store holds bundles; what was exported before bundles were shared lies in the second. */
export const bundleFolders = ['bundles/', 'exports/'] as const;
