import { once } from 'node:events';
import { answerQuestions } from '../session/answer-questions.ts';
import { encodeFrame, readFrames } from '../session/frames.ts';

/** The builder as a process that has nothing: questions on stdin, answers on stdout, faults on stderr. */
await answerQuestions(readFrames(process.stdin), {
  clock: () => performance.now(),
  send: async (answer, body) => {
    if (!process.stdout.write(encodeFrame(answer, body))) await once(process.stdout, 'drain');
  },
});
