/**
 * Simulates readers of a live site's assistant: `node run-readers.ts <port> <host> <readers>`. They start within two
 * seconds. Prints one line of JSON: for each sentence, the milliseconds from its end at the provider to its receipt,
 * and the processor time of this process.
 */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { now, readLastWord } from './sentence-times.ts';

const [, , givenPort, host = '', readers] = process.argv;
const port = Number(givenPort);
const count = Number(readers);

function readAnswer(reader: string, address: string): Promise<readonly number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
  const messages = [
    { id: 'm1', role: 'user', parts: [{ type: 'text', text: `configure the server, reader ${reader}` }] },
  ];
  const outgoing = request(
    {
      host: '127.0.0.1',
      port,
      path: '/_docwright/assistant/message',
      method: 'POST',
      agent: false,
      headers: { host, 'content-type': 'application/json', 'x-forwarded-for': address },
    },
    (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`status ${answer.statusCode}`));
      const delays: number[] = [];
      let unread = '';
      // A sentence's last word may be split over two deltas.
      let received = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        const at = now();
        unread += piece;
        const whole = unread.lastIndexOf('\n') + 1;
        received += [...unread.slice(0, whole).matchAll(/"delta":"(?<delta>[^"]*)"/g)]
          .map(({ groups }) => groups?.['delta'])
          .join('');
        unread = unread.slice(whole);
        for (
          let writtenAt = readLastWord(received, delays.length);
          writtenAt !== undefined;
          writtenAt = readLastWord(received, delays.length)
        )
          delays.push(at - writtenAt);
      });
      answer.on('end', () => resolve(delays));
      answer.on('error', reject);
    },
  );
  outgoing.on('error', reject).end(JSON.stringify({ threadId: reader, messages }));
  return promise;
}

const answers = await Promise.allSettled(
  Array.from({ length: count }, async (_, index) => {
    await pause((index / count) * 2_000);
    return readAnswer(`r${index + 1}${process.pid}`, `10.${process.pid & 255}.${index >> 8}.${index & 255}`);
  }),
);
const { user, system } = process.cpuUsage();
const delays = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
console.log(JSON.stringify({ delays, cpuSeconds: (user + system) / 1e6 }));
