export interface FittingGroups {
  readonly groups: readonly string[];
  /** Number of groups that didn't fit. */
  readonly leftOut: number;
}

/**
 * The groups that fit into the given JSON size in bytes, in order. A group that is too long is skipped, and later ones
 * may still fit.
 */
export function fitGroups(groups: readonly string[], maxBytes: number): FittingGroups {
  let left = maxBytes;
  const fitting = groups.filter((group) => {
    const bytes = Buffer.byteLength(JSON.stringify(group)) + 1;
    if (bytes > left) return false;
    left -= bytes;
    return true;
  });
  return { groups: fitting, leftOut: groups.length - fitting.length };
}
