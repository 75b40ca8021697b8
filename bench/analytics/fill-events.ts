/** Events as readers of a site leave them, made by the database itself. */
import type { Pool } from 'pg';

export interface EventShape {
  /** Projects from `project_1` on; they are made with their events. */
  readonly projects: number;
  /** Of each project. */
  readonly eventsADay: number;
  readonly pages: number;
  readonly visitors: number;
  /** Days of UTC, `YYYY-MM-DD`. */
  readonly days: readonly string[];
}

const organization = 'org_bench';

export async function addProjects(pool: Pool, count: number): Promise<void> {
  await pool.query(
    `insert into organizations (id, name, plan) values ($1, 'Bench', 'enterprise') on conflict do nothing`,
    [organization],
  );
  await pool.query(
    `insert into projects (id, organization_id, name, repository, branch, docs_folder, deployment_kind, model, features, as_draft)
     select 'project_' || n, $1, 'project ' || n, 'local:' || n, 'main', '', 'cloud', 'builtin/rules-1', '{}', true
     from generate_series(1, $2::int) as n`,
    [organization, count],
  );
}

/**
 * Of ten events seven are views, the others searches, opened results, links to elsewhere, copied code and missing pages. A few pages have
 * most of the views, as on real sites; every tenth reader is an agent.
 */
export async function fillEvents(pool: Pool, shape: EventShape): Promise<void> {
  for (const day of shape.days) {
    await pool.query('select create_analytics_day($1)', [day]);
    await pool.query(
      `insert into analytics_events (project_id, at, id, kind, path, visitor, is_ai, referrer, query, target, results)
       select 'project_' || project, at, gen_random_uuid(), kind,
         case kind when 'not_found' then '/missing-' || page % 300 else '/guides/page-' || page end,
         decode(md5(visitor::text || project), 'hex'), visitor % 10 = 0,
         case when kind = 'view' and n % 3 = 0 then 'host-' || page % 50 || '.example' end,
         case when kind in ('search', 'search_click') then 'query ' || page % 700 end,
         case kind when 'search_click' then '/guides/page-' || page when 'outlink' then 'https://elsewhere.example/' || page % 400
           when 'code_copy' then E'js\\ncall(' || page || ')' end,
         case kind when 'search' then page % 5 end
       from (
         select project, n, $1::date::timestamp at time zone 'UTC' + random() * interval '86399 seconds' as at,
           (array['view','view','view','view','view','view','view','search','search_click','outlink','code_copy','not_found'])
             [case when n % 10 < 7 then 1 else 8 + (n / 10) % 5 end] as kind,
           floor($4::int * power(random(), 3))::int as page, floor($5::int * random())::int as visitor
         from generate_series(1, $2::int) as project, generate_series(1, $3::int) as n
       ) as made`,
      [day, shape.projects, shape.eventsADay, shape.pages, shape.visitors],
    );
  }
}
