/** The index of a bundle lies beside it. Bundles of before have none: it can be made from the archive. */
export const indexKeyOf = (blobKey: string): string => `${blobKey}.index`;

/** The vectors of its sections too, once they are made. */
export const vectorsKeyOf = (blobKey: string): string => `${blobKey}.vectors`;

/** What lies beside a bundle and goes with it. */
export const keysBeside = (blobKey: string): readonly string[] => [indexKeyOf(blobKey), vectorsKeyOf(blobKey)];

/** The bundle that a file belongs to: itself, or the one that it lies beside. */
export const bundleKeyOf = (key: string): string => key.replace(/\.(?:index|vectors)$/, '');
