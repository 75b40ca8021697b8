import { createHash } from 'node:crypto';
import { idPrefixes, type EvidenceKind, type SuggestionKind } from '@docwright/contract';

/** One reader who missed something. */
export interface Signal {
  readonly kind: EvidenceKind;
  /** The reader's text; null for a rating without a comment. */
  readonly text: string | null;
  /** Distinguishes the readers of a day; null for readers who opted out of being counted. */
  readonly visitor: string | null;
  readonly at: Date;
}

/** The missing topic or page, and the affected readers. */
export interface Candidate {
  readonly id: string;
  readonly kind: SuggestionKind;
  /** Stems of a topic, sorted and joined by spaces, or a path. */
  readonly subject: string;
  readonly signals: readonly Signal[];
}

/** Returns the same ID for a subject every day, so that a dismissal lasts. */
export function suggestionId(projectId: string, kind: SuggestionKind, subject: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([projectId, kind, subject]))
    .digest('base64url');
  return `${idPrefixes.suggestion}_${digest.replaceAll(/[-_]/g, '').slice(0, 20)}`;
}

/** Number of different readers. All readers who opted out of being counted count as one. */
export function countVisitors(signals: readonly Signal[]): number {
  return new Set(signals.map(({ visitor }) => visitor)).size;
}

export const countShared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((word) => other.has(word)).length;

export const lastSeen = (signals: readonly Signal[]): Date | undefined =>
  signals.reduce<Date | undefined>((last, { at }) => (last === undefined || at > last ? at : last), undefined);
