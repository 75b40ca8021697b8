/** Interval between records of one preview; precise enough, because retention is measured in days. */
const againMs = 6 * 3_600_000;
const maxKept = 10_000;

export interface OpeningsDeps {
  readonly write: (environmentId: string) => Promise<void>;
  readonly nowMs: () => number;
}

/**
 * Records that a preview was read, at most once in six hours per preview. Requests don't wait for the write; a failed
 * write is repeated at the next request.
 */
export function createNoteOpening({ write, nowMs }: OpeningsDeps): (environmentId: string) => void {
  const written = new Map<string, number>();
  return (environmentId) => {
    const at = written.get(environmentId);
    if (at !== undefined && nowMs() - at < againMs) return;
    written.delete(environmentId);
    written.set(environmentId, nowMs());
    for (const oldest of written.keys()) {
      if (written.size <= maxKept) break;
      written.delete(oldest);
    }
    write(environmentId).catch(() => written.delete(environmentId));
  };
}
