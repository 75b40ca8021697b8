/** The index of a bundle lies beside it. Bundles of before have none: it can be made from the archive. */
export const indexKeyOf = (blobKey: string): string => `${blobKey}.index`;

/** The bundle that a file belongs to: itself, or the one of which it is the index. */
export const bundleKeyOf = (key: string): string => key.replace(/\.index$/, '');
