import { DocwrightError } from '@docwright/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { findConflicts } from './find-conflicts.ts';
import type { FormEdits } from './join-edits.ts';

interface Versioned {
  readonly updatedAt: string | null;
}

export interface Edits<T extends Versioned, K extends keyof T> extends FormEdits {
  /** The values that the form shows: the stored values with the edits applied. */
  readonly values: Pick<T, K>;
  readonly edit: (change: Partial<Pick<T, K>>) => void;
}

export interface EditsOptions<T extends Versioned, K extends keyof T> {
  /** The stored values, as last loaded by this page. */
  readonly stored: T;
  readonly fields: readonly K[];
  /** @param ifMatch `updatedAt` of the version that was edited */
  readonly save: (edits: Partial<Pick<T, K>>, ifMatch: string | null) => Promise<unknown>;
  /** Updates `stored`. */
  readonly reload: () => Promise<unknown>;
}

/**
 * Edits of an object that others can edit at the same time. A save names the version that was edited. If the object has
 * changed in the meantime, nothing is written, the edits are preserved, and the user sees both versions.
 */
export function useEdits<T extends Versioned, K extends keyof T>(options: EditsOptions<T, K>): Edits<T, K> {
  const { stored, fields, save, reload } = options;
  const [edits, setEdits] = useState<Partial<Pick<T, K>>>({});
  const [base, setBase] = useState<T>();
  const isDirty = fields.some((field) => field in edits && !isSame(edits[field], stored[field]));
  const saving = useMutation({
    mutationFn: (ifMatch: string | null) => save(edits, ifMatch),
    onSuccess: async () => {
      await reload();
      setEdits({});
      setBase(undefined);
    },
    onError: (error) => (isConflict(error) ? reload() : undefined),
  });
  const values = Object.fromEntries(fields.map((field) => [field, field in edits ? edits[field] : stored[field]]));
  const discard = () => {
    setEdits({});
    setBase(undefined);
    saving.reset();
  };
  return {
    values: values as Pick<T, K>,
    isDirty,
    isSaving: saving.isPending,
    isSaved: saving.isSuccess && !isDirty,
    error: isConflict(saving.error) ? null : saving.error,
    conflicts:
      base === undefined || base.updatedAt === stored.updatedAt ? [] : findConflicts({ base, stored, edits, fields }),
    edit: (change) => {
      setBase((before) => before ?? stored);
      setEdits((before) => ({ ...before, ...change }));
      if (saving.isSuccess) saving.reset();
    },
    save: () => saving.mutate((base ?? stored).updatedAt),
    saveAnyway: () => saving.mutate(stored.updatedAt),
    discard,
  };
}

export const isConflict = (error: unknown): boolean => error instanceof DocwrightError && error.status === 412;

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
