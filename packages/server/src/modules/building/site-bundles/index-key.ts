/** The index of a bundle is stored next to it. If it is missing or damaged, it is created from the archive. */
export const indexKeyOf = (blobKey: string): string => `${blobKey}.index`;

/** So are the vectors of its sections, once they exist. */
export const vectorsKeyOf = (blobKey: string): string => `${blobKey}.vectors`;

/** Files that are stored next to a bundle and deleted with it. */
export const sidecarKeysOf = (blobKey: string): readonly string[] => [indexKeyOf(blobKey), vectorsKeyOf(blobKey)];

/** The bundle that a file belongs to: itself, or the one that it is stored next to. */
export const bundleKeyOf = (key: string): string => key.replace(/\.(?:index|vectors)$/, '');
