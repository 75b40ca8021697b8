import { setImmediate as turn } from 'node:timers/promises';
import { Slots } from '@docwright/site-server';

/** At a time, of one process. */
const MOST = 2;

/**
 * What is done for a question before its model is asked, a few questions at a time: searching, reading pages and writing a prompt are
 * milliseconds of the thread that serves pages and passes on the words of other answers, and these go first between two questions.
 */
export class Preparations {
  readonly #slots = new Slots(MOST, Number.POSITIVE_INFINITY);

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#slots.run(async () => {
      await turn();
      return work();
    });
  }
}
