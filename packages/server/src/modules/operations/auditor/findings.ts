/** The service's promises that can be checked in its data: rows, blobs, repositories, logs. */
export const promiseNames = [
  'N1',
  'N2',
  'N3',
  'N4',
  'N6',
  'N8',
  'N9',
  'N10',
  'N11',
  'N12',
  'N13',
  'N14',
  'N15',
  'N16',
  'N17',
  'N18',
  'N19',
  'N20',
  'N21',
  'N22',
  'N23',
  'N24',
  'N25',
  'N26',
  'N27',
  'N28',
  'N29',
  'N30',
  'N31',
] as const;
export type PromiseName = (typeof promiseNames)[number];

export interface Violation {
  readonly promise: PromiseName;
  /** The object that breaks the promise: a job's ID, a bundle's key, a table's column, a branch, a file. */
  readonly subject: string;
  /** One sentence. Never contains a secret that was found. */
  readonly message: string;
}

export interface AuditReport {
  /** The number of objects for which each promise was checked; 0 means that there was nothing to check. */
  readonly checked: Readonly<Record<PromiseName, number>>;
  readonly violations: readonly Violation[];
}

/** Collects findings while the checks run. */
export class Findings {
  readonly #checked = Object.fromEntries(promiseNames.map((name) => [name, 0])) as Record<PromiseName, number>;
  readonly #violations: Violation[] = [];

  count(promise: PromiseName, things = 1): void {
    this.#checked[promise] += things;
  }

  add(promise: PromiseName, subject: string, message: string): void {
    this.#violations.push({ promise, subject, message });
  }

  report(): AuditReport {
    return { checked: { ...this.#checked }, violations: [...this.#violations] };
  }
}
