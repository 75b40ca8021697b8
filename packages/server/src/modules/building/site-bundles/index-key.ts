/** Returns the key of a bundle's index. If the index is missing or damaged, it is created from the archive. */
export const indexKeyOf = (blobKey: string): string => `${blobKey}.index`;

/** Returns the key of the vectors of a bundle's sections, if they exist. */
export const vectorsKeyOf = (blobKey: string): string => `${blobKey}.vectors`;

/** Returns the keys of the files that are stored next to a bundle and deleted with it. */
export const sidecarKeysOf = (blobKey: string): readonly string[] => [indexKeyOf(blobKey), vectorsKeyOf(blobKey)];

/** Returns the key of the bundle to which a file belongs: the file itself, or the bundle next to which it is stored. */
export const bundleKeyOf = (key: string): string => key.replace(/\.(?:index|vectors)$/, '');
