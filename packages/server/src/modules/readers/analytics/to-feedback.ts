import type { Feedback } from '@docwright/contract';
import type { FeedbackRow } from './feedback-store.ts';

/**
 * Converts feedback to the format that clients receive.
 * @param maySeeContact whether the caller can handle feedback; other callers get no email address
 */
export const toFeedback = (row: FeedbackRow, maySeeContact: boolean): Feedback => ({
  id: row.id,
  path: row.path,
  source: row.source,
  helpful: row.helpful,
  comment: row.comment,
  contact: maySeeContact ? row.contact : null,
  block: row.block,
  lang: row.lang,
  code: row.code,
  filename: row.filename,
  status: row.status,
  note: row.note,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Converts feedback to the format for webhooks, which never contains an email address. */
export function toFeedbackEvent(row: FeedbackRow): object {
  const { contact: _, note: __, ...feedback } = toFeedback(row, false);
  return { projectId: row.project_id, ...feedback };
}
