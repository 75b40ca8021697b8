import { createHash, randomBytes } from 'node:crypto';
import { newUuid7, toDay, VisitorSalts } from '@docwright/site-server';
import type { KeptTurn, TurnKeeper } from '@docwright/site-assistant';
import type { HostReaders } from './host-readers.ts';

/** A longer answer is returned in full, and stored up to this length. */
const maxAnswerChars = 50_000;
const maxSources = 50;
/** Number of a site's newest answers that can be rated, counted from the start of the process. */
const maxRated = 5_000;

export interface TurnKeeperOptions {
  readonly site: string;
  readonly days: () => number;
}

/**
 * Stores questions and answers in the files of the site's other events, with the same limits.
 *
 * 1. A vote is accepted only for this site's answer in the given thread.
 * 2. A thread's ID, which lets a reader continue the thread, is stored as a digest.
 */
export function createTurnKeeper(
  { files, nowMs, onStored, onError }: Pick<HostReaders, 'files' | 'nowMs' | 'onStored' | 'onError'>,
  { site, days }: TurnKeeperOptions,
): TurnKeeper {
  const salts = new VisitorSalts((day) => files.salt(day));
  const rated = new Map<string, { readonly thread: string; readonly path: string }>();
  const place = () => {
    const atMs = nowMs();
    return { id: newUuid7(atMs, randomBytes(10)), at: new Date(atMs).toISOString() };
  };
  const toVisitor = async (address: string | undefined): Promise<string | null> =>
    address === undefined ? null : salts.digest(toDay(nowMs()), { siteId: site, address, userAgent: '' });

  const keep = async ({ threadId, messageId: answerId, address, usage, ...turn }: KeptTurn): Promise<void> => {
    const { question, path, outcome } = turn;
    if (outcome === 'stopped') return;
    const thread = digest(threadId);
    await files.add({
      kind: 'question',
      ...place(),
      path,
      thread,
      answerId,
      question,
      answer: turn.answer.slice(0, maxAnswerChars).toWellFormed(),
      sources: turn.sources.slice(0, maxSources).map(({ url }) => url),
      outcome,
      ...usage,
      visitor: await toVisitor(address),
    });
    rated.set(answerId, { thread, path });
    const [oldest] = rated.keys();
    if (rated.size > maxRated && oldest !== undefined) rated.delete(oldest);
    onStored();
  };

  return {
    days,
    keep: (turn) => keep(turn).catch((error: unknown) => onError(site, error)),
    rate: async ({ threadId, messageId: answerId, rating = null }) => {
      const found = days() > 0 ? rated.get(answerId) : undefined;
      if (found === undefined || found.thread !== digest(threadId)) return false; // 1
      await files.add({ kind: 'vote', ...place(), path: found.path, thread: found.thread, answerId, rating });
      onStored();
      return true;
    },
  };
}

/** The stored form of a thread's ID (rule 2). */
const digest = (threadId: string): string => createHash('sha256').update(threadId).digest('hex').slice(0, 32);
