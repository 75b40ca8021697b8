import type { Conflict } from './find-conflicts.ts';

/** A form's operations on its edits, independent of the edited object. */
export interface FormEdits {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  /** The reason why the last save failed, except for conflicts. */
  readonly error: Error | null;
  /** Fields that someone else has changed since the first edit in this form. */
  readonly conflicts: readonly Conflict[];
  readonly save: () => void;
  /** Overwrites changes by someone else. */
  readonly saveAnyway: () => void;
  readonly discard: () => void;
}

/**
 * Joins the edits of a form with fields of several API objects. One button saves all of them. Each object is saved by
 * a separate request, so if a request fails, its object stays edited while the others are saved, and the next save
 * repeats only that request.
 */
export function joinEdits(parts: readonly FormEdits[]): FormEdits {
  const dirty = parts.filter(({ isDirty }) => isDirty);
  return {
    isDirty: dirty.length > 0,
    isSaving: parts.some(({ isSaving }) => isSaving),
    isSaved: dirty.length === 0 && parts.some(({ isSaved }) => isSaved),
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    conflicts: parts.flatMap(({ conflicts }) => conflicts),
    save: () => {
      for (const part of dirty) part.save();
    },
    saveAnyway: () => {
      for (const part of dirty) part.saveAnyway();
    },
    discard: () => {
      for (const part of parts) part.discard();
    },
  };
}
