import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ExchangeObserver } from '../answer/exchange.ts';
import { HeadWriter } from './head-writer.ts';
import { SimpleConnection } from './simple-connection.ts';
import type { SimpleExchange } from './simple-connection.ts';

export interface SimpleConnectionOptions {
  readonly observer: ExchangeObserver;
  readonly nowMs: () => number;
  readonly isStopping: () => boolean;
  readonly answer: (exchange: SimpleExchange) => void;
}

/** Connections that node:http does not know of. */
export interface OpenConnections {
  closeIdle(): void;
  destroyAll(): void;
}

/** Puts itself between a server's socket and node:http, which gets every connection that is not simple. */
export function acceptSimpleConnections(server: Server, options: SimpleConnectionOptions): OpenConnections {
  const { observer, nowMs, isStopping, answer } = options;
  const byHttp = server.listeners('connection');
  const open = new Set<SimpleConnection>();
  const owner = {
    observer,
    heads: new HeadWriter(server.keepAliveTimeout, nowMs),
    nowMs,
    isStopping,
    answer,
    takeOver: (socket: Socket): void => {
      for (const listener of byHttp) Reflect.apply(listener, server, [socket]);
    },
    closed: (connection: SimpleConnection): void => void open.delete(connection),
  };
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => void open.add(new SimpleConnection(socket, owner)));
  return {
    closeIdle: () => {
      for (const connection of open) if (connection.isIdle) connection.end();
    },
    destroyAll: () => {
      for (const connection of open) connection.destroy();
    },
  };
}
