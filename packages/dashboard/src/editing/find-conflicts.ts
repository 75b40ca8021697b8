export interface Conflict {
  readonly field: string;
  /** The value stored by someone else. */
  readonly theirs: unknown;
  /** The value in this form. */
  readonly mine: unknown;
}

interface Sides<T, K extends keyof T> {
  /** The values on which the edits were based. */
  readonly base: T;
  readonly stored: T;
  readonly edits: Partial<Pick<T, K>>;
  readonly fields: readonly K[];
}

/**
 * Returns the fields that someone else has changed since the edits began, with this form's values. The same change on
 * both sides isn't a conflict.
 */
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
