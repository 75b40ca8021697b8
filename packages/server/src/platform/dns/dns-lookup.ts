import { Resolver } from 'node:dns/promises';

/**
 * The result of a lookup of a name's records of one kind.
 *
 * - `none`: the response doesn't contain such a record, or the name doesn't exist.
 * - `refused`: the name's own servers respond with an error (SERVFAIL and the like).
 * - `unanswered`: no DNS server was reached, so nothing is known about the name.
 */
export type Found =
  | { readonly kind: 'records'; readonly values: readonly string[] }
  | { readonly kind: 'none' | 'refused' | 'unanswered' };

/** Looks up public names' records on the configured DNS servers. */
export interface DnsLookup {
  /** The joined strings of each TXT record. */
  txt(name: string): Promise<Found>;
  /** In lowercase, without the final dot. */
  cname(name: string): Promise<Found>;
  /** A and AAAA records together; aliases are followed. */
  addresses(name: string): Promise<Found>;
}

/** Maximum number of records to read for a name. */
const maxRecords = 100;

const noRecord = new Set(['ENODATA', 'ENOTFOUND']);
const noServer = new Set(['ECONNREFUSED', 'ETIMEOUT', 'ECANCELLED', 'EDESTRUCTION']);

/** @param servers `address` or `address:port`; empty for the machine's own servers */
export function createDnsLookup({ servers }: { readonly servers: readonly string[] }): DnsLookup {
  const open = (): Resolver => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers.length > 0) resolver.setServers(servers);
    return resolver;
  };
  const look = async (ask: (resolver: Resolver) => Promise<readonly string[]>): Promise<Found> => {
    try {
      const values = await ask(open());
      return values.length === 0 ? { kind: 'none' } : { kind: 'records', values: values.slice(0, maxRecords) };
    } catch (error) {
      const code = String((error as NodeJS.ErrnoException).code);
      if (noRecord.has(code)) return { kind: 'none' };
      return { kind: noServer.has(code) ? 'unanswered' : 'refused' };
    }
  };
  return {
    txt: (name) => look(async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    cname: (name) =>
      look(async (resolver) =>
        (await resolver.resolveCname(name)).map((target) => target.toLowerCase().replace(/\.$/, '')),
      ),
    addresses: async (name) => {
      const [a, aaaa] = await Promise.all([
        look((resolver) => resolver.resolve4(name)),
        look((resolver) => resolver.resolve6(name)),
      ]);
      const values = [a, aaaa].flatMap((found) => (found.kind === 'records' ? found.values : []));
      if (values.length > 0) return { kind: 'records', values };
      return a.kind === 'none' ? aaaa : a;
    },
  };
}
