/**
 * The last line of the journal that names a version on disk determines the active version.
 *
 * 1. A line is written by one append that starts and ends with a newline: a torn line doesn't affect other lines and is
 *    skipped.
 * 2. Lines are only appended, so that processes that share the folder need no lock. Only a start shortens the journal.
 */
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type ActivationCause = 'start' | 'reload' | 'poll' | 'activate' | 'rollback';

export interface Activation {
  readonly versionId: string;
  /** RFC 3339. */
  readonly at: string;
  readonly cause: ActivationCause;
  /** The export job from which a poll loaded the version. */
  readonly jobId?: string;
}

const causes: readonly ActivationCause[] = ['start', 'reload', 'poll', 'activate', 'rollback'];
/** Far more than a rollback needs. */
const LONGEST_JOURNAL_BYTES = 256 * 1024;

function journalPath(folder: string): string {
  return join(folder, 'activations.jsonl');
}

function parseLine(line: string): Activation | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return undefined;
    const fields = new Map<string, unknown>(Object.entries(value));
    const [versionId, at, jobId] = [fields.get('versionId'), fields.get('at'), fields.get('jobId')];
    const cause = causes.find((known) => known === fields.get('cause'));
    if (typeof versionId !== 'string' || typeof at !== 'string' || cause === undefined) return undefined;
    return typeof jobId === 'string' ? { versionId, at, cause, jobId } : { versionId, at, cause };
  } catch {
    return undefined;
  }
}

/** Activations, oldest first; empty if the journal doesn't exist. */
export async function readJournal(folder: string): Promise<Activation[]> {
  const text = await readFile(journalPath(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => (line === '' ? [] : (parseLine(line) ?? [])));
}

/** Appends an activation, which survives a crash as soon as this resolves. */
export async function appendActivation(folder: string, activation: Activation): Promise<void> {
  const file = await open(journalPath(folder), 'a');
  try {
    await file.write(`\n${JSON.stringify(activation)}\n`); // 1
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Shortens a journal that has grown for years. Called only at startup, because a concurrent append by another process
 * would be lost.
 */
export async function shortenJournal(folder: string, newName: string): Promise<void> {
  const activations = await readJournal(folder);
  const lines = activations.map((activation) => `${JSON.stringify(activation)}\n`);
  if (lines.join('').length < LONGEST_JOURNAL_BYTES) return;
  const temporary = join(folder, `activations.${newName}`);
  await writeFile(temporary, lines.slice(-200).join(''), { flush: true });
  await rename(temporary, journalPath(folder));
}
