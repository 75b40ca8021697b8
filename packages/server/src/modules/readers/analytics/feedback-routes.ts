import { operations } from '@docwright/contract';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { hasScope, readPage, unknownCursor, type OperationRoutes } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { admitToAnalytics, requireProject } from './admit.ts';
import { feedbackNotFound } from './errors.ts';
import {
  deleteFeedbackRow,
  selectFeedback,
  selectFeedbackByPage,
  updateFeedbackRow,
  type FeedbackPosition,
  type FeedbackRow,
  type FeedbackTables,
} from './feedback-store.ts';
import { toFeedback } from './to-feedback.ts';

interface RouteDeps {
  readonly database: Database<FeedbackTables>;
  readonly clock: Clock;
}

export function registerFeedbackRoutes(routes: OperationRoutes, deps: RouteDeps): void {
  const { database, clock } = deps;
  const { kysely } = database;
  routes.handle(operations.listFeedback, async ({ principal, params, query }) => {
    const { source, status } = query;
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
    const asked = await admitToAnalytics(deps, principal, { ...params, ...query });
    const { rows, nextCursor } = await readPage(
      query.limit ?? 50,
      (limit) => selectFeedback(kysely, { ...asked, source, status }, { after, limit }),
      writeCursor,
    );
    const maySeeContact = hasScope(principal, 'analytics:write');
    return { feedback: rows.map((row) => toFeedback(row, maySeeContact)), nextCursor, hasMore: nextCursor !== null };
  });
  routes.handle(operations.countFeedbackByPage, async ({ principal, params, query }) => {
    const { limit = 10 } = query;
    const rows = await selectFeedbackByPage(
      kysely,
      await admitToAnalytics(deps, principal, { ...params, ...query }),
      limit + 1,
    );
    const feedback = rows
      .slice(0, limit)
      .map(({ path, up, down, comments, total }) => ({ path, thumbsUp: up, thumbsDown: down, comments, total }));
    return { feedback, hasMore: rows.length > limit };
  });
  routes.handle(operations.updateFeedback, async ({ principal, params: { projectId, feedbackId: id }, body }) => {
    await requireProject(database, principal, projectId);
    const { status, note } = body;
    const at = new Date(clock.now());
    return kysely.transaction().execute(async (tx) => {
      const row = await updateFeedbackRow(tx, { projectId, id, at, status, note });
      if (row === undefined) throw feedbackNotFound(id);
      const target = { kind: 'feedback', id, name: row.path };
      const details = { projectId, ...(status !== undefined && { status }), ...(note !== undefined && { note: true }) };
      await recordAuditEvent(tx, principal, { action: 'feedback.updated', target, details });
      return toFeedback(row, true);
    });
  });
  routes.handle(operations.deleteFeedback, async ({ principal, params: { projectId, feedbackId: id } }, reply) => {
    await requireProject(database, principal, projectId);
    await kysely.transaction().execute(async (tx) => {
      const row = await deleteFeedbackRow(tx, { projectId, id });
      if (row === undefined) throw feedbackNotFound(id);
      const target = { kind: 'feedback', id, name: row.path };
      await recordAuditEvent(tx, principal, { action: 'feedback.deleted', target, details: { projectId } });
    });
    return reply.code(204).send();
  });
}

const writeCursor = ({ created_at, id }: FeedbackRow): string => `${created_at.toISOString()}_${id}`;

/** @throws ApiError invalid_request */
function readCursor(cursor: string): FeedbackPosition {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(fb_\w{1,100})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) throw unknownCursor(cursor);
  return { at, id };
}
