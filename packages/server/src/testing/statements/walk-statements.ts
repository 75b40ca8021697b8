/** Calls all functions of all stores on a database with many tenants, and reports statements that don't scale. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { createLogger } from '../../platform/log/index.ts';
import { connectDatabase } from '../../platform/database/index.ts';
import { createJobEngine } from '../../platform/job-engine/index.ts';
import { copyTemplateDatabase } from '../template-database.ts';
import { judgeBound, judgePlan, type PlanNode } from './judge-plan.ts';
import { fillLargeDatabase } from './large-database.ts';
import { observeDatabase } from './observed-database.ts';
import { sendsNothing, type Call, type Exception, type Place, type Sample, type Samples } from './sample.ts';
import type { Size } from './size.ts';
import { accessSamples } from './samples-of-access.ts';
import { accountSamples } from './samples-of-accounts.ts';
import { connectionSamples } from './samples-of-connections.ts';
import { agentSamples } from './samples-of-agent.ts';
import { automationsSamples } from './samples-of-automations.ts';
import { commentsSamples } from './samples-of-comments.ts';
import { draftsSamples } from './samples-of-drafts.ts';
import { jobsSamples } from './samples-of-jobs.ts';
import { readerSamples } from './samples-of-readers.ts';
import { siteStoreSamples } from './samples-of-sites.ts';

const samples: Readonly<Record<string, Samples>> = {
  ...accessSamples,
  ...accountSamples,
  ...connectionSamples,
  ...agentSamples,
  ...automationsSamples,
  ...commentsSamples,
  ...draftsSamples,
  ...jobsSamples,
  ...readerSamples,
  ...siteStoreSamples,
};

/**
 * Statements of these modules read whole tables on purpose. Only an operator's commands run them, not requests or
 * workers.
 */
const ofCommands = /^modules\/operations\/(?:auditor\/|backups\/|retention\/pruning-store\.ts$)/;

const source = join(import.meta.dirname, '../..');

export interface Walk {
  /** `modules/publishing/exports/store.ts findExport: reads all of export_jobs`, with the statement. */
  readonly faults: readonly string[];
  readonly statements: number;
  /** The server's version. */
  readonly version: string;
}

/** Finds stores' functions without a sample, and samples of stores that no longer exist. */
export async function findUnknownFunctions(): Promise<string[]> {
  const files = globSync('**/{store,*-store}.ts', { cwd: source }).filter(
    (file) => !ofCommands.test(file) && !/^platform\/(?:git|blob-store)\//.test(file),
  );
  const unknown: string[] = [];
  for (const file of files) {
    const store = (await import(join(source, file))) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(store))
      if (typeof value === 'function' && samples[file]?.[name] === undefined) unknown.push(`${file} ${name}`);
  }
  const gone = Object.keys(samples).filter((file) => !files.includes(file));
  return [...unknown, ...gone].sort();
}

/**
 * @param size with fewer than a hundred thousand jobs, PostgreSQL is forced to use an index wherever possible
 * @param serverUrl a server whose role may create databases; by default the test server
 */
export async function walkStatements(size: Size, serverUrl?: string): Promise<Walk> {
  const copy = await copyTemplateDatabase(serverUrl);
  const client = new Client({ connectionString: copy.url });
  await client.connect();
  try {
    await createQueue(copy.url);
    await fillLargeDatabase(client, size);
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return { ...(await callAll(client, size)), version: rows[0]?.server_version ?? '' };
  } finally {
    await client.end();
    await copy.close();
  }
}

/** Creates the queue's tables, by starting the queue. */
async function createQueue(url: string): Promise<void> {
  const database = await connectDatabase({ url });
  const engine = createJobEngine({ pool: database.pool, url, log: createLogger({ level: 'silent' }) });
  engine.defineQueue('agent-jobs');
  await engine.start();
  await engine.stop();
  await database.close();
}

async function callAll(client: Client, size: Size): Promise<Omit<Walk, 'version'>> {
  const rowsOf = await countRows(client);
  const isSmall = size.jobs < 100_000;
  // PostgreSQL reads small tables as a whole even if an index applies. With these settings, it does so only if no index
  // applies.
  if (isSmall) await client.query('SET enable_seqscan = off; SET random_page_cost = 1.1');
  const observed = observeDatabase(client);
  // The largest tenant, and an average tenant: the planner's statistics distinguish them.
  const places = [placeOf(0, size), placeOf(size.projects - 1, size)];
  const judge = (one: Call | Exception, plan: PlanNode): string[] => {
    if (typeof one === 'function') return judgePlan(plan, rowsOf, isSmall);
    return one.rows === undefined ? [] : judgeBound(plan, one.rows);
  };
  const faults: string[] = [];
  let statements = 0;
  for (const [file, ofStore] of Object.entries(samples)) {
    for (const [name, sample] of Object.entries(ofStore)) {
      for (const [at, one] of places.flatMap((place) => listCalls(sample).map((call) => [place, call] as const))) {
        const call: Call = typeof one === 'function' ? one : one.call;
        const { explained, error } = await observed.observe(async () =>
          call(observed.kysely as never, at, observed.queries),
        );
        if (error !== undefined)
          faults.push(
            `${file} ${name} (${at('org')}): failed: ${error instanceof Error ? error.message : 'it threw a value that is not an Error'}`,
          );
        statements += explained.length;
        for (const { statement, plan } of explained) {
          for (const fault of judge(one, plan))
            faults.push(
              `${file} ${name} (${at('org')}): ${fault}\n    ${statement.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
            );
        }
      }
    }
  }
  return { faults, statements };
}

function listCalls(sample: Sample): readonly (Call | Exception)[] {
  if (sample === sendsNothing) return [];
  return Array.isArray(sample) ? (sample as readonly (Call | Exception)[]) : [sample as Call | Exception];
}

function placeOf(n: number, { organizations }: Size): Place {
  const numberOf = (prefix: string): number => (prefix === 'org' ? n % organizations : n);
  return Object.assign((prefix: string) => `${prefix}_${numberOf(prefix)}`, { n });
}

async function countRows(client: Client): Promise<(relation: string) => number> {
  const { rows } = await client.query<{ name: string; rows: number }>(
    `SELECT relname AS name, reltuples::int AS rows FROM pg_class
     WHERE relkind IN ('r', 'p') AND relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)`,
  );
  const counts = new Map(rows.map((row) => [row.name, row.rows]));
  return (relation) => counts.get(relation) ?? 0;
}
