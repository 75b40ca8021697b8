import { createRequire } from 'node:module';
import type * as Postgres from 'pg';
import type { Client } from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** The service's database statements for creating an agent job and for showing one. */
export interface Recording {
  readonly jobId: string;
  readonly projectId: string;
  readonly findProject: Statement;
  readonly create: readonly Statement[];
  readonly get: Statement;
}

/** Records the statements of this process's database driver while `work` runs. */
async function listenIn<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly heard: Map<Client, Statement[]> }> {
  const require = createRequire(new URL('../../packages/server/package.json', import.meta.url));
  const { default: pg } = (await import(require.resolve('pg'))) as typeof Postgres;
  const heard = new Map<Client, Statement[]>();
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function query(this: Client, ...args: unknown[]) {
    const [first, second] = args;
    const statement =
      typeof first === 'string'
        ? { text: first, values: Array.isArray(second) ? second : [] }
        : { text: (first as Statement).text, values: (first as Partial<Statement>).values ?? [] };
    heard.set(this, [...(heard.get(this) ?? []), statement]);
    return original.apply(this, args);
  };
  try {
    return { result: await work(), heard };
  } finally {
    prototype.query = original;
  }
}

/** Creates one job and reads it through the API at `baseUrl`, which must run in this process. */
export async function recordStatements(service: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly projectId: string;
}): Promise<Recording> {
  const { baseUrl, apiKey, projectId } = service;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const jobs = `${baseUrl}/v2/agent/${projectId}/job`;
  const ask = async (url: string, init: RequestInit): Promise<{ id: string }> => {
    const response = await fetch(url, { ...init, headers });
    if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const created = await listenIn(() =>
    ask(jobs, { method: 'POST', body: '{"prompt":"Replace \\"a\\" with \\"b\\"."}' }),
  );
  const shown = await listenIn(() => ask(`${jobs}/${created.result.id}`, {}));
  const find = (heard: Map<Client, Statement[]>, part: string): Statement => {
    const found = [...heard.values()].flat().find(({ text }) => text.includes(part));
    if (found === undefined) throw new Error(`the service ran no statement with ${part}`);
    return found;
  };
  const writer = [...created.heard.values()].find((all) => all.some(({ text }) => text.includes('into "agent_jobs"')));
  const begin = writer?.findIndex(({ text }) => /^begin|^start transaction/i.test(text)) ?? -1;
  const end = writer?.findIndex(({ text }) => /^commit/i.test(text)) ?? -1;
  if (writer === undefined || begin < 0 || end < begin)
    throw new Error('the service created a job without a transaction');
  return {
    jobId: created.result.id,
    projectId,
    findProject: find(created.heard, 'from "projects"'),
    create: writer.slice(begin, end + 1),
    get: find(shown.heard, 'from "agent_jobs"'),
  };
}
