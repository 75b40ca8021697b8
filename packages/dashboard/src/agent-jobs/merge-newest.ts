interface Dated {
  readonly id: string;
  readonly createdAt: string;
}

/**
 * Merges the newest page, which is requested repeatedly, into the loaded pages. Within its range, the newest page is
 * authoritative: rows that it lacks no longer match the filters or were deleted.
 *
 * @param newest `undefined` until it is first requested
 * @param isWhole whether the newest page is the whole list
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
