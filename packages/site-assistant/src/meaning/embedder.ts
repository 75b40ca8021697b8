/** A model that converts text to vectors. Texts with similar meanings have similar vectors. */
export interface Embedder {
  /** `provider/model`. Vectors of different models can't be compared. */
  readonly model: string;
  /** One vector for each text, in the same order. @throws if the model fails or returns anything else */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>;
}

/** Validates vectors. @throws if the model didn't return a vector for each text, all of the same length */
export function requireVectors(vectors: readonly (readonly number[])[], texts: number): readonly (readonly number[])[] {
  const dimensions = vectors[0]?.length ?? 0;
  const isWhole =
    vectors.length === texts &&
    dimensions > 0 &&
    dimensions <= MAX_DIMENSIONS &&
    vectors.every((vector) => vector.length === dimensions && vector.every(Number.isFinite));
  if (!isWhole)
    throw new Error(`the model returned ${vectors.length} vectors for ${texts} texts, which can't be compared`);
  return vectors;
}

/** Maximum number of values in a vector. */
export const MAX_DIMENSIONS = 4_096;
