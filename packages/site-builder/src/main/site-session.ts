import { once } from 'node:events';
import { answerQuestions } from '../build/index.ts';
import { encodeMessage, readMessages } from '../build/index.ts';

/**
 * Runs the builder as a process without access to anything: questions on stdin, answers on stdout, errors on stderr.
 */
await answerQuestions(readMessages(process.stdin), {
  clock: () => performance.now(),
  send: async (answer, body) => {
    if (!process.stdout.write(encodeMessage(answer, body))) await once(process.stdout, 'drain');
  },
});
