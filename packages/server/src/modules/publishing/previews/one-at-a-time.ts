/** Runs one piece of work at a time. Other work waits in the order of the calls. */
export function createTurnstile(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(work, work);
    last = own.catch(() => undefined);
    return own;
  };
}
