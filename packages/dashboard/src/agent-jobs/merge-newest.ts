interface Dated {
  readonly id: string;
  readonly createdAt: string;
}

/**
 * The newest page, which is asked for again and again, over all pages that were loaded once. In its range the newest page
 * is right: what it lacks there no longer fits the filters, or is gone.
 *
 * @param newest undefined while it was not asked for yet
 * @param isWhole whether there is nothing beyond the newest page
 */
export function mergeNewest<T extends Dated>(
  newest: readonly T[] | undefined,
  loaded: readonly T[],
  isWhole: boolean,
): readonly T[] {
  if (newest === undefined) return loaded;
  const last = newest.at(-1);
  if (isWhole || last === undefined) return newest;
  const ids = new Set(newest.map(({ id }) => id));
  return [...newest, ...loaded.filter((job) => job.createdAt <= last.createdAt && !ids.has(job.id))];
}
