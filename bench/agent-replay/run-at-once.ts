/** Calls `run` for each item, for at most `most` items at the same time. */
export async function runAtOnce<T>(most: number, items: Iterable<T>, run: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items].values();
  const work = async (): Promise<void> => {
    for (const item of waiting) await run(item);
  };
  await Promise.all(Array.from({ length: most }, work));
}
