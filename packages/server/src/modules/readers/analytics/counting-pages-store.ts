import { sql, type RawBuilder } from 'kysely';
import { otherNames } from '@docwright/site-server';

/** The kinds that are counted by page; the index of `analytics_daily` contains exactly these. */
export const pageKinds = sql`'view', 'not_found', 'code_copy', 'agent_read', 'page_referrer', 'page_search', 'page_found', 'page_outlink'`;

/** Number of names of a kind that are counted separately per page per day; the others are counted together. */
export const maxNamesOfPage = 50;

/** Maximum length of host names (RFC 1035). The rows are indexed, and an index doesn't accept text of any length. */
const maxHost = 253;

/**
 * Counts referrers of a page, searches from it, searches that found it, and links followed on it, by page and name.
 * Visitors of names that are counted together are summed.
 * @param events with their `day`
 */
export const countNames = (events: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select project_id, day, kind, page || E'\\n' || name as subject, sum(human)::int as human, sum(ai)::int as ai,
    sum(human_visitors)::int as human_visitors, sum(ai_visitors)::int as ai_visitors, 0 as clicks, null::text as target,
    max(last_at) as last_at, 0 as without_result, 0 as without_result_visitors
  from (
    select *, case when rank > ${sql.lit(maxNamesOfPage)} then ${sql.lit(otherNames)} else own_name end as name
    from (
      select *, row_number() over (partition by project_id, day, kind, page order by human + ai desc, own_name) as rank
      from (
        select project_id, day, kind, page, own_name, count(*) filter (where not is_ai)::int as human,
          count(*) filter (where is_ai)::int as ai, count(distinct visitor) filter (where not is_ai)::int as human_visitors,
          count(distinct visitor) filter (where is_ai)::int as ai_visitors, max(at) as last_at
        from (
          select project_id, day, at, visitor, is_ai,
            case kind when 'view' then 'page_referrer' when 'search' then 'page_search' when 'search_click' then 'page_found'
              when 'outlink' then 'page_outlink' end as kind,
            case kind when 'search_click' then target else path end as page,
            case kind when 'view' then left(referrer, ${sql.lit(maxHost)}) when 'outlink' then target else query end as own_name
          from ${events}
          where kind in ('search', 'search_click', 'outlink') or (kind = 'view' and referrer is not null)
        ) as with_kind
        where page <> '' group by 1, 2, 3, 4, 5
      ) as per_name
    ) as ranked
  ) as capped
  group by 1, 2, 3, 4`;
