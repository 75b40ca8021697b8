import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A connection whose client requests another protocol. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes of the new protocol that arrived with the request. */
  readonly head: Buffer;
}

export interface Upgrades {
  /** Takes over a request's connection from the HTTP server. Returns `undefined` for an ordinary request. */
  take(request: FastifyRequest, reply: FastifyReply): Upgrade | undefined;
}

/**
 * Accepts requests for a WebSocket, which use the same routes, hooks and errors as all other requests. A route that
 * doesn't take over the connection responds as usual.
 */
export function acceptUpgrades(app: FastifyInstance): Upgrades {
  const upgrades = new WeakMap<IncomingMessage, Upgrade & { readonly response: ServerResponse }>();
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    // Node no longer reads requests from this connection.
    response.shouldKeepAlive = false;
    response.once('finish', () => socket.end());
    upgrades.set(request, { request, socket, head, response });
    app.server.emit('request', request, response);
  });
  return {
    take: (request, reply) => {
      const upgrade = upgrades.get(request.raw);
      if (upgrade === undefined) return undefined;
      upgrades.delete(request.raw);
      reply.hijack();
      upgrade.response.detachSocket(upgrade.socket as Socket);
      return upgrade;
    },
  };
}
