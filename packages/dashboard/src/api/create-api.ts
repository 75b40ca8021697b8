import { createClient, type Client, type RequestOptions } from '@docwright/sdk';
import { createSessionGate, type SessionGate } from './session-gate.ts';
import type { Store } from './store.ts';
import { watchConnection, type ConnectionState } from './watch-connection.ts';

export interface Api {
  /** The client, which waits at the gate if the session ends. */
  readonly client: Client;
  /** The same client without the gate, to check whether the user is signed in. */
  readonly bareClient: Client;
  readonly gate: SessionGate;
  readonly connection: Store<ConnectionState>;
  /** Address of the service without a trailing slash. */
  readonly baseUrl: string;
  /** The organization that requests refer to; `undefined`: the service decides. */
  readonly organizationId: () => string | undefined;
  /** For endpoints that aren't operations of the API, such as the session endpoints. */
  readonly fetch: typeof globalThis.fetch;
}

export interface ApiOptions {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  /** Organization that requests refer to; undefined: the service decides. */
  readonly organizationId: () => string | undefined;
}

export function createApi({ baseUrl, fetch, organizationId }: ApiOptions): Api {
  const watched = watchConnection(fetch);
  const gate = createSessionGate();
  const bareClient = createClient({
    baseUrl,
    timeoutMs: 30_000,
    retries: 2,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      const id = organizationId();
      if (id !== undefined) headers.set('docwright-organization', id);
      return watched.fetch(input, { ...init, headers });
    },
  });
  return {
    bareClient,
    client: guard(bareClient, gate),
    gate,
    connection: watched.state,
    baseUrl,
    organizationId,
    fetch: watched.fetch,
  };
}

type Method = (...parameters: readonly unknown[]) => unknown;

/** Makes every method that returns a promise wait at the gate. Consumers of streams reconnect themselves. */
function guard(client: Client, gate: SessionGate): Client {
  const methods = Object.entries(client as unknown as Record<string, Method>).map(([name, method]) => [
    name,
    /^(?:stream|iterate|followDeployment$)/.test(name)
      ? method
      : (...parameters: readonly unknown[]) => gate.pass(async () => method(...parameters)),
  ]);
  return Object.fromEntries(methods) as Client;
}

export type { Client, RequestOptions };
