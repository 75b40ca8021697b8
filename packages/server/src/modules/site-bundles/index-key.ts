/** The index of a bundle lies beside it. Bundles of before have none: it can be made from the archive. */
export const indexKeyOf = (blobKey: string): string => `${blobKey}.index`;
