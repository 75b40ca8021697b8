import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { until } from '../api/test-service.ts';

export interface Received {
  readonly to: readonly string[];
  /** Header and body, without quoted-printable soft line breaks. */
  readonly text: string;
}

export interface Mailbox {
  /** The host and port, such as `127.0.0.1:1025`. */
  readonly host: string;
  readonly received: readonly Received[];
  /** Waits for mail to an address, and returns the last message. */
  mailTo(address: string): Promise<Received>;
  close(): Promise<void>;
}

/** Starts a real SMTP server that stores the messages that it receives. */
export async function startMailbox(options: SMTPServerOptions = { authOptional: true }): Promise<Mailbox> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
    ...options,
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    host: `127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    mailTo: async (address) => {
      const found = await until(
        () => Promise.resolve(received.findLast(({ to }) => to.includes(address))),
        (mail) => mail !== undefined,
      );
      if (found === undefined) throw new Error(`no email arrived for ${address}`);
      return found;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Returns the token in an email's link. */
export const tokenIn = ({ text }: Received): string => decodeURIComponent(/token=([\w%.-]+)/.exec(text)?.[1] ?? '');
