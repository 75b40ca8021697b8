import { once } from 'node:events';
import { answerQuestions, batchMessages, readMessages } from '../build/index.ts';

/**
 * Runs the builder as a process without access to anything: questions on stdin, answers on stdout, errors on stderr.
 */
await answerQuestions(readMessages(process.stdin), {
  clock: () => performance.now(),
  send: batchMessages(async (bytes) => {
    if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
  }),
});
