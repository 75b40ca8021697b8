/**
 * A load generator that uses little processor time: keep-alive connections with one request at a time, and responses
 * that are read by their length.
 */
import { connect } from 'node:net';

export interface Load {
  readonly port: number;
  readonly paths: readonly string[];
  /** Each path is requested from each host. */
  readonly hosts?: readonly string[];
  readonly headers: string;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly answers: number;
  readonly failed: number;
  readonly bytes: number;
  readonly p99Ms: number;
}

export async function runLoad({
  port,
  paths,
  hosts = ['docs.example'],
  headers,
  connections,
  seconds,
}: Load): Promise<LoadResult> {
  const end = performance.now() + seconds * 1000;
  const requests = paths.flatMap((path) =>
    hosts.map((host) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`)),
  );
  const durations: number[] = [];
  let [answers, failed, bytes, next] = [0, 0, 0, 0];
  const runConnection = (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const socket = connect(port, '127.0.0.1');
    let missing = 0;
    let sentAt = 0;
    const send = (): void => {
      if (performance.now() > end) return void socket.destroy();
      sentAt = performance.now();
      missing = -1;
      next += 1;
      socket.write(requests[next % requests.length]!);
    };
    socket.on('connect', send);
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (missing < 0) {
        const headEnd = chunk.indexOf('\r\n\r\n');
        const head = chunk.subarray(0, headEnd).toString('latin1');
        if (!/^HTTP\/1\.1 (?:200|304) /.test(head)) failed += 1;
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
        missing = length - (chunk.length - headEnd - 4);
      } else missing -= chunk.length;
      if (missing > 0) return;
      answers += 1;
      durations.push(performance.now() - sentAt);
      send();
    });
    socket.on('error', () => (failed += 1));
    socket.on('close', () => resolve());
    return promise;
  };
  await Promise.all(Array.from({ length: connections }, runConnection));
  durations.sort((a, b) => a - b);
  return { answers, failed, bytes, p99Ms: durations[Math.floor(durations.length * 0.99)] ?? 0 };
}
