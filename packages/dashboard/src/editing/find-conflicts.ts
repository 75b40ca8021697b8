export interface Conflict {
  readonly field: string;
  /** As somebody else has stored it. */
  readonly theirs: unknown;
  /** As it stands in this form. */
  readonly mine: unknown;
}

interface Sides<T, K extends keyof T> {
  /** What the edits were made on. */
  readonly base: T;
  readonly stored: T;
  readonly edits: Partial<Pick<T, K>>;
  readonly fields: readonly K[];
}

/** What somebody else has changed since, with what this form says of it. A change that both made alike is none. */
export function findConflicts<T, K extends keyof T>({ base, stored, edits, fields }: Sides<T, K>): readonly Conflict[] {
  return fields.flatMap((field) => {
    const mine = field in edits ? edits[field] : base[field];
    const isTheirs = text(stored[field]) !== text(base[field]);
    return isTheirs && text(mine) !== text(stored[field])
      ? [{ field: String(field), theirs: stored[field], mine: field in edits ? mine : undefined }]
      : [];
  });
}

const text = (value: unknown): string => JSON.stringify(value) ?? '';
