/** A DNS server on this machine, over UDP, whose records a test sets. */
import dns2 from 'dns2';

export interface TestDnsServer {
  /** `127.0.0.1:port`, for the setting. */
  readonly address: string;
  /** Replaces all records of a name; without records, the name doesn't exist. */
  set(name: string, records?: TestRecords): void;
  /** Makes the server answer every request with SERVFAIL. */
  fail(): void;
  close(): Promise<void>;
}

export interface TestRecords {
  readonly txt?: readonly string[];
  readonly cname?: string;
  readonly a?: readonly string[];
}

export async function startDnsServer(): Promise<TestDnsServer> {
  const { Packet } = dns2;
  const names = new Map<string, TestRecords>();
  const state = { isFailing: false };
  const server = dns2.createServer({
    udp: true,
    handle: (request, send) => {
      const response = Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      const { TXT, CNAME, A } = Packet.TYPE;
      const records = question === undefined ? undefined : names.get(question.name.toLowerCase());
      if (state.isFailing) response.header.rcode = 2;
      else if (question === undefined || records === undefined) response.header.rcode = 3;
      else {
        const common = { name: question.name, class: Packet.CLASS.IN, ttl: 1 };
        // As with real servers, each response contains the alias.
        if (records.cname !== undefined)
          response.answers.push({ ...common, type: CNAME, domain: records.cname } as never);
        if (question.type === TXT)
          for (const data of records.txt ?? []) response.answers.push({ ...common, type: TXT, data } as never);
        if (question.type === A)
          for (const address of records.a ?? []) response.answers.push({ ...common, type: A, address } as never);
      }
      void send(response);
    },
  });
  const listening = await server.listen({ udp: { port: 0, address: '127.0.0.1' } });
  const port = (listening.udp as { readonly port: number }).port;
  return {
    address: `127.0.0.1:${port}`,
    set: (name, records) => {
      if (records === undefined) names.delete(name);
      else names.set(name, records);
    },
    fail: () => {
      state.isFailing = true;
    },
    close: async () => {
      await server.close();
    },
  };
}
