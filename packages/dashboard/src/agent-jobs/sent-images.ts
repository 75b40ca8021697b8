import type { AgentJob } from '@docwright/sdk';

/** An image of a job, as listed in an event. */
export interface SentImage {
  readonly digest: string;
  readonly name: string;
}

/** Returns the images of an event, which is read as untrusted input. */
export function toImages(value: unknown): readonly SentImage[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((image: unknown) => {
    const { digest, name } = (typeof image === 'object' && image !== null ? image : {}) as Record<string, unknown>;
    const isImage = typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest) && typeof name === 'string';
    return isImage ? [{ digest, name }] : [];
  });
}

/** Returns the images that a job added to the site, by path. */
export const toAddedImages = ({ files }: Pick<AgentJob, 'files'>): ReadonlyMap<string, SentImage> =>
  new Map(
    files.flatMap(({ path, image }) => (image === undefined ? [] : [[path, { digest: image.digest, name: path }]])),
  );
