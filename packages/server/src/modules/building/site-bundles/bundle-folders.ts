/** Where the blob store keeps bundles; the second has those exported before bundles were shared. */
export const bundleFolders = ['bundles/', 'exports/'] as const;
