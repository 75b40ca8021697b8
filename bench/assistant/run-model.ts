/**
 * A Chat Completions server that writes twelve sentences for each question, one token every 20 ms. As with real models,
 * each token starts with the space before its word. The last word of a sentence is the time when the sentence was
 * written. `node run-model.ts`; prints `{"host":"127.0.0.1:…"}` to stderr when it is ready, and ends with its parent.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { now, sentences, toLastWord } from './sentence-times.ts';

const wordsOfSentence = 12;
const tokenMs = 20;

const chunk = (choice: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;

async function writeAnswer(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const write = (content: string) => response.write(chunk({ delta: { content } }));
  write('See [Page 1](/guides/page-1).');
  for (let sentence = 0; sentence < sentences; sentence += 1) {
    for (let word = 1; word < wordsOfSentence; word += 1) {
      write(' configure');
      await pause(tokenMs);
    }
    write(` ${toLastWord(sentence, now())}`);
    await pause(tokenMs);
  }
  const usage = { prompt_tokens: 5_000, completion_tokens: 300, total_tokens: 5_300 };
  response.write(chunk({ delta: {}, finish_reason: 'stop' }));
  response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
}

const server = createServer((incoming, response) => void incoming.resume().on('end', () => void writeAnswer(response)));
server.listen(0, '127.0.0.1', () => {
  process.stderr.write(`${JSON.stringify({ host: `127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
});
const stop = (): void => process.exit(0);
process.once('SIGTERM', stop);
process.stdin.once('end', stop).resume();
