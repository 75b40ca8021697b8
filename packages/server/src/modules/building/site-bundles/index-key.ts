/** The index of a bundle is stored next to it. If it is missing or damaged, it is created from the archive. */
export const indexKeyOf = (blobKey: string): string => `${blobKey}.index`;

/** The vectors of a bundle's sections are also stored next to it, if they exist. */
export const vectorsKeyOf = (blobKey: string): string => `${blobKey}.vectors`;

/** Files that are stored next to a bundle and deleted with it. */
export const sidecarKeysOf = (blobKey: string): readonly string[] => [indexKeyOf(blobKey), vectorsKeyOf(blobKey)];

/** The bundle to which a file belongs: the file itself, or the bundle that it is stored next to. */
export const bundleKeyOf = (key: string): string => key.replace(/\.(?:index|vectors)$/, '');
