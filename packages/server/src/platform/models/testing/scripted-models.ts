import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wireFormats, type WireCall, type WireFormat } from './wire-formats.ts';
import { sendReply, type WireReply } from './wire-streams.ts';

export interface ModelRequest {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Number of the request in the script, counted from 1. */
  readonly count: number;
}

/** Tool calls, text, or a special behavior of the provider's HTTP server. */
export type ScriptedTurn =
  | readonly Omit<WireCall, 'id'>[]
  | string
  | WireReply
  | { readonly calls: readonly WireCall[]; readonly text?: string };

export type ModelScript = readonly ScriptedTurn[] | ((request: ModelRequest) => ScriptedTurn | Promise<ScriptedTurn>);

export interface ScriptedModels extends AsyncDisposable {
  /** `127.0.0.1:port` */
  readonly host: string;
  /** Registers a script under a name. The returned address is the base URL for that provider's settings. */
  add(name: string, provider: WireFormat['provider'], script: ModelScript): { readonly baseUrl: string };
  /** The requests that a script has received. */
  requestsOf(name: string): readonly ModelRequest[];
}

interface Entry {
  readonly format: WireFormat;
  readonly script: ModelScript;
  readonly requests: ModelRequest[];
}

/** Serves providers' APIs on one port over HTTP, in their real wire formats. Each script has a separate base URL. */
export async function startScriptedModels(): Promise<ScriptedModels> {
  const entries = new Map<string, Entry>();
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const entry = entries.get(/^\/([\w-]+)\//.exec(incoming.url ?? '')?.[1] ?? '');
      if (entry === undefined) return void outgoing.writeHead(404).end();
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
      const request = { path: incoming.url ?? '', body, headers: incoming.headers, count: entry.requests.length + 1 };
      entry.requests.push(request);
      void answer(entry, request, outgoing);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    add: (name, provider, script) => {
      const format = wireFormats.find((each) => each.provider === provider);
      if (format === undefined) throw new Error(`no wire format for ${provider}`);
      entries.set(name, { format, script, requests: [] });
      return { baseUrl: `http://${host}/${name}/base` };
    },
    requestsOf: (name) => entries.get(name)?.requests ?? [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer({ format, script }: Entry, request: ModelRequest, outgoing: ServerResponse): Promise<void> {
  const turn =
    typeof script === 'function' ? await script(request) : (script[request.count - 1] ?? script.at(-1) ?? '');
  const reply = toReply(format, turn, request.count);
  sendReply(outgoing, reply, request);
}

function toReply(format: WireFormat, turn: ScriptedTurn, count: number): WireReply {
  if (typeof turn === 'string') return { body: format.answer([], turn) };
  if ('body' in turn) return turn;
  if ('calls' in turn) return { body: format.answer(turn.calls, turn.text ?? '') };
  const calls = turn.map((call, index) => ({ id: `call_${count}_${index}`, ...call }));
  return { body: format.answer(calls, '') };
}
