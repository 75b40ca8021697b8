import { createHash } from 'node:crypto';
import { idPrefixes } from '@docwright/contract';
import { maxFeedbackOfDay, type ForwardedFeedback, type ReaderFeedback } from '@docwright/site-server';
import type { Database } from '../../../platform/database/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import type { PublishEvent } from '../../project-config/webhooks/index.ts';
import { hasFeedback, insertFeedback, type FeedbackTables } from './feedback-store.ts';
import { toFeedbackEvent } from './to-feedback.ts';

export interface StoreFeedbackDeps {
  readonly database: Database<FeedbackTables>;
  readonly publishEvent: PublishEvent;
}

interface NewFeedback extends ReaderFeedback {
  readonly id: string;
  readonly projectId: string;
  readonly atMs: number;
  readonly visitor: string | null;
}

/**
 * Stores feedback and publishes its event in the same transaction.
 * @returns whether the feedback was stored: a project accepts a limited number a day
 */
export function storeFeedback(
  { database, publishEvent }: StoreFeedbackDeps,
  { atMs, ...feedback }: NewFeedback,
): Promise<boolean> {
  return database.kysely.transaction().execute(async (tx) => {
    const at = new Date(atMs);
    const row = await insertFeedback(tx, { ...feedback, at }, maxFeedbackOfDay);
    if (row === undefined) return false;
    const { organization_id: organizationId, project_id: projectId } = row;
    await publishEvent(tx, { type: 'feedback.created', organizationId, projectId, at, data: toFeedbackEvent(row) });
    return true;
  });
}

/**
 * Stores the feedback once, no matter how often it is sent: within a project, a host's ID always maps to the same ID
 * here.
 */
export async function storeForwardedFeedback(
  deps: StoreFeedbackDeps,
  projectId: string,
  { id: hostId, ...feedback }: ForwardedFeedback,
): Promise<'stored' | 'known' | 'full'> {
  const id = toFeedbackId(projectId, hostId);
  if (await storeFeedback(deps, { ...feedback, id, projectId })) return 'stored';
  return (await hasFeedback(deps.database.kysely, projectId, id)) ? 'known' : 'full';
}

function toFeedbackId(projectId: string, hostId: string): string {
  let bytes = createHash('sha512').update(`${projectId} ${hostId}`).digest();
  return newId(idPrefixes.feedback, (count) => {
    const taken = bytes.subarray(0, count);
    bytes = createHash('sha512').update(bytes).digest();
    return taken;
  });
}
