import { operations } from '@docwright/contract';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { unknownCursor, type OperationRoutes } from '../../../platform/http/index.ts';
import { admitToAnalytics, type AdmittingTables } from '../analytics/index.ts';
import { countByOrigin, hasOlder, selectConversations, type ConversationRow } from './analytics-store.ts';
import { defaultRetentionDays as defaultDays } from './assistant-settings.ts';
import type { AssistantSettingsTables } from './settings-store.ts';
import type { AssistantMessageTables } from './store.ts';
import { readUlid, writeUlid, type RowPosition } from './ulid.ts';

interface RouteDeps {
  readonly database: Database<AdmittingTables & AssistantMessageTables & AssistantSettingsTables>;
  readonly clock: Clock;
}

const defaultRows = 100;
/** A thousand of the longest answers would be 200 MB. */
const maxBytes = 8 * 1024 * 1024;

/** Routes for web analytics of a site's assistant. */
export function registerAssistantAnalyticsRoutes(routes: OperationRoutes, deps: RouteDeps): void {
  const { kysely } = deps.database;
  routes.handle(operations.getAnalyticsAssistant, async ({ principal, params, query }) => {
    const { limit = defaultRows, cursor } = query;
    const after = cursor === undefined ? undefined : requirePosition(cursor);
    const asked = await admitToAnalytics(deps, principal, { ...params, ...query });
    const rows = await selectConversations(kysely, asked, { after, limit, maxBytes, defaultDays });
    const last = rows.at(-1);
    const hasMore = last !== undefined && (await hasOlder(kysely, asked, { after: placeOf(last), defaultDays }));
    return {
      conversations: rows.map(toConversation),
      nextCursor: hasMore ? writeUlid(placeOf(last)) : null,
      hasMore,
    };
  });
  routes.handle(operations.getAnalyticsAssistantCallers, async ({ principal, params, query }) => {
    const asked = await admitToAnalytics(deps, principal, { ...params, ...query });
    const { page, api } = await countByOrigin(kysely, asked, defaultDays);
    return { web: page, api, other: 0, total: page + api };
  });
}

/** @throws ApiError invalid_request */
function requirePosition(cursor: string): RowPosition {
  const place = readUlid(cursor);
  if (place === undefined) throw unknownCursor(cursor);
  return place;
}

const placeOf = ({ at_us: us, id }: ConversationRow): RowPosition => ({ atUs: BigInt(us), id: BigInt(id) });

const toConversation = (row: ConversationRow) => ({
  id: writeUlid(placeOf(row)),
  timestamp: row.asked_at.toISOString(),
  query: row.question,
  response: row.answer,
  sources: row.sources.map(({ title, url }) => ({ title, url })),
  resolutionStatus: row.outcome === 'answered' ? ('answered' as const) : ('unanswered' as const),
  queryCategory: folderOf(row.sources[0]?.path ?? ''),
});

/** Returns the top-level folder of a page: `guides` of `guides/keys/rotate`. */
function folderOf(path: string): string | null {
  const [folder = '', ...rest] = path.replace(/^\//, '').split('/');
  return rest.length === 0 || folder === '' ? null : folder;
}
