import type { AnalyticsExportKind, Feedback } from '@docwright/contract';
import {
  splitCall,
  splitCode,
  splitRead,
  toDay,
  writeRows,
  type ExportColumn,
  type ExportFormat,
} from '@docwright/site-server';
import type { Queryable } from '../../../platform/database/index.ts';
import { selectFeedback, type FeedbackPosition, type FeedbackTables } from './feedback-store.ts';
import { selectDaily, type ProjectDays, type DailyKind, type DailyRow } from './store.ts';
import { toFeedback } from './to-feedback.ts';

type Db = Queryable<FeedbackTables>;
type Fields = Readonly<Record<string, string | number | null>>;

interface DailyExport {
  readonly counted: DailyKind;
  readonly toFields: (row: DailyRow) => Fields;
}

const hitsOf = ({ human, ai }: DailyRow): number => human + ai;

/** The columns of each kind, named as in the operations that list it. */
const exports: Readonly<Record<Exclude<AnalyticsExportKind, 'feedback'>, DailyExport>> = {
  views: {
    counted: 'view',
    toFields: ({ day, subject, human, ai, human_visitors, ai_visitors }) => ({
      date: day,
      path: subject,
      humanViews: human,
      aiViews: ai,
      humanVisitors: human_visitors,
      aiVisitors: ai_visitors,
    }),
  },
  referrers: {
    counted: 'referrer',
    toFields: ({ day, subject, human, ai }) => ({ date: day, referrer: subject, humanViews: human, aiViews: ai }),
  },
  searches: {
    counted: 'search',
    toFields: (row) => ({
      date: row.day,
      searchQuery: row.subject,
      hits: hitsOf(row),
      clicks: row.clicks,
      topClickedPage: row.target,
      withoutResult: row.without_result,
    }),
  },
  'not-found': {
    counted: 'not_found',
    toFields: (row) => ({ date: row.day, path: row.subject, hits: hitsOf(row), topReferrer: row.target }),
  },
  outlinks: {
    counted: 'outlink',
    toFields: (row) => ({ date: row.day, url: row.subject, clicks: hitsOf(row), topPage: row.target }),
  },
  'code-copies': {
    counted: 'code_copy',
    toFields: (row) => {
      const { path, language, line } = splitCode(row.subject);
      return { date: row.day, path, language, firstLine: line, copies: hitsOf(row) };
    },
  },
  'playground-calls': {
    counted: 'playground_call',
    toFields: (row) => ({
      date: row.day,
      ...splitCall(row.subject),
      calls: hitsOf(row),
      topPage: row.target,
    }),
  },
  'agent-reads': {
    counted: 'agent_read',
    toFields: (row) => ({ date: row.day, ...splitRead(row.subject), reads: hitsOf(row) }),
  },
};

const noRow: DailyRow = {
  day: '',
  subject: '',
  human: 0,
  ai: 0,
  human_visitors: 0,
  ai_visitors: 0,
  clicks: 0,
  without_result: 0,
  target: null,
};

/** Maximum number of rows in memory. */
const pageSize = 500;

export interface AskedExport extends ProjectDays {
  readonly kind: AnalyticsExportKind;
  readonly format: ExportFormat;
  /** Whether email addresses are included. */
  readonly maySeeContact: boolean;
}

/** Writes a range as a file, in chunks: one row per day and name, or per piece of feedback. */
export function writeAnalyticsExport(
  db: Db,
  { kind, format, maySeeContact, ...asked }: AskedExport,
): AsyncGenerator<string> {
  if (kind === 'feedback') return writeRows(format, feedbackColumns, readFeedback(db, asked, maySeeContact));
  const { toFields, counted } = exports[kind];
  const columns = Object.keys(toFields(noRow)).map(
    (name) => [toColumnName(name), (row: Fields) => row[name] ?? null] as const,
  );
  return writeRows(format, columns, readDaily(db, asked, { counted, toFields }));
}

/** Reads day by day; uncounted days are counted once for each page of rows. */
async function* readDaily(
  db: Db,
  { projectId, from, to }: ProjectDays,
  { counted, toFields }: DailyExport,
): AsyncGenerator<readonly Fields[]> {
  for (let day = from; day < to; day = toDay(Date.parse(day), 1)) {
    let rows: readonly DailyRow[];
    let after: string | undefined;
    do {
      const asked = { projectId, from: day, to: toDay(Date.parse(day), 1) };
      rows = await selectDaily(db, asked, { kind: counted, after, limit: pageSize });
      after = rows.at(-1)?.subject;
      yield rows.map(toFields);
    } while (rows.length === pageSize);
  }
}

async function* readFeedback(db: Db, asked: ProjectDays, maySeeContact: boolean): AsyncGenerator<readonly Feedback[]> {
  let after: FeedbackPosition | undefined;
  for (;;) {
    const rows = await selectFeedback(db, asked, { after, limit: pageSize });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => toFeedback(row, maySeeContact));
    after = { at: last.created_at.toISOString(), id: last.id };
  }
}

/** Writes all figures of a day, as one JSON object per line. */
export async function* writeDay(db: Db, projectId: string, day: string): AsyncGenerator<Buffer> {
  const asked = { projectId, from: day, to: toDay(Date.parse(day), 1) };
  for (const [kind, found] of Object.entries(exports))
    for await (const rows of readDaily(db, asked, found))
      yield Buffer.from(rows.map((row) => `${JSON.stringify({ kind, ...row })}\n`).join(''));
}

const feedbackNames = [
  'id',
  'path',
  'source',
  'helpful',
  'comment',
  'contact',
  'block',
  'lang',
  'code',
  'filename',
  'status',
  'note',
  'createdAt',
  'updatedAt',
] as const;
const feedbackColumns: readonly ExportColumn<Feedback>[] = feedbackNames.map((name) => [
  toColumnName(name),
  (row) => row[name],
]);

/** Converts `humanViews` to `human_views`. */
function toColumnName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
