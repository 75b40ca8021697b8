import { Client } from 'pg';
import { fillLargeDatabase } from '../../packages/server/src/testing/statements/large-database.ts';
import type { Size } from '../../packages/server/src/testing/statements/size.ts';
import type { Bench } from './open-bench.ts';
import { startChild, type Started } from './start-child.ts';

/** Requests a path with the organization's key, reads the response, and returns its status. */
export type Ask = (path: string) => Promise<number>;

export interface FilledInstallation {
  readonly client: Client;
  /**
   * Starts an API process, with the key assigned to this organization. The previous process must be stopped first,
   * because its cache contains the key for another organization.
   */
  readonly startFor: (organization: string) => Promise<{ readonly api: Started; readonly ask: Ask }>;
}

/** Creates an installation with many organizations, and a key. */
export async function fillInstallation(bench: Bench, size: Size): Promise<FilledInstallation> {
  const flags = JSON.stringify({
    databaseUrl: bench.databaseUrl,
    dataDir: `${bench.folder}/data`,
    port: '0',
    sitesPort: '0',
    logLevel: 'warn',
    secret: 'a secret that both API processes of this measurement share',
  });
  // Creates the tables, and an organization with a key that is reassigned later.
  const first = await startChild('run-service.ts', 'api', flags);
  const { apiKey = '' } = first.ready;
  await first.stop();
  const client = new Client({ connectionString: bench.databaseUrl });
  await client.connect();
  bench.defer(() => client.end());
  // An installation has only one operator and one first site. They are replaced by those of the filled tables.
  await client.query('CREATE TEMPORARY TABLE kept AS TABLE api_keys');
  await client.query('UPDATE organizations SET operator = false; DELETE FROM sites');
  await fillLargeDatabase(client, size);
  return {
    client,
    startFor: async (organization) => {
      await client.query('UPDATE api_keys SET organization_id = $1 WHERE id IN (SELECT id FROM kept)', [organization]);
      const api = await startChild('run-service.ts', 'api', flags);
      return { api, ask: createAsk(api.ready['baseUrl'] ?? '', apiKey) };
    },
  };
}

function createAsk(baseUrl: string, apiKey: string): Ask {
  return async (path) => {
    const answer = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
    await answer.arrayBuffer();
    return answer.status;
  };
}
