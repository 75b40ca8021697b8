import { admits, type AccessRule, type Audience } from './access-rule.ts';

/** Readers to whom at least one of the rules applies. */
export type Condition = readonly AccessRule[];

/** Alternatives: the first one whose condition the reader meets is used. */
export interface Choice {
  readonly when: Condition;
  readonly insert: Uint8Array;
}

/**
 * A place in a file whose content depends on the reader. The first choice whose condition the reader meets replaces
 * `remove` bytes; if no condition is met, the bytes remain.
 */
export interface AudienceEdit {
  /** Byte offset in the stored file. */
  readonly at: number;
  readonly remove: number;
  readonly choices: readonly Choice[];
}

export function meets(condition: Condition, audience: Audience): boolean {
  return condition.some((rule) => admits(rule, audience));
}

/** Returns the file as the audience sees it. `edits` are sorted by `at` and don't overlap. */
export function applyEdits(stored: Uint8Array, edits: readonly AudienceEdit[], audience: Audience): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { at, remove, choices } of edits) {
    const choice = choices.find(({ when }) => meets(when, audience));
    if (choice === undefined) continue;
    parts.push(stored.subarray(from, at), choice.insert);
    from = at + remove;
  }
  if (parts.length === 0) return stored;
  return Buffer.concat([...parts, stored.subarray(from)]);
}
