import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

export interface McpAddress {
  readonly url: URL;
  /** Sent with each message. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A JSON-RPC 2.0 error code for errors that aren't the server's own. */
const serverError = -32_000;

/**
 * Connects a client that supports only standard input and output to a server over HTTP, until the client closes them.
 * A request that can't be delivered is answered with an error, so that no client waits forever.
 */
export async function relayMcpOverStdio({ url, headers }: McpAddress, signal: AbortSignal): Promise<void> {
  const there = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  const here = new StdioServerTransport();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  process.stdin.once('end', () => end());
  signal.addEventListener('abort', () => end());
  const onTheirWay = new Set<Promise<void>>();
  const refuse = async (message: JSONRPCMessage, error: unknown): Promise<void> => {
    if (!('method' in message) || !('id' in message)) return;
    const reason = error instanceof Error ? error.message : String(error);
    await here.send({
      jsonrpc: '2.0',
      id: message.id,
      error: { code: serverError, message: `The request to ${url.href} failed: ${reason.slice(0, 500)}` },
    });
  };
  here.onmessage = (message) => {
    const sending = there.send(message).catch((error: unknown) => refuse(message, error));
    onTheirWay.add(sending);
    void sending.finally(() => onTheirWay.delete(sending));
  };
  there.onmessage = (message) => {
    // Later requests state the negotiated version in a header.
    const version = 'result' in message ? message.result['protocolVersion'] : undefined;
    if (typeof version === 'string') there.setProtocolVersion(version);
    void here.send(message);
  };
  await there.start();
  await here.start();
  await ended;
  // A client can close its end as soon as it has sent its request, so responses may still be pending.
  await Promise.allSettled(onTheirWay);
  await Promise.allSettled([there.close(), here.close()]);
}
