import type { ChildProcess } from 'node:child_process';

/** Waits until a program prints the words. @throws its output if it ends earlier */
export function says(child: ChildProcess, words: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += said.length < 100_000 ? String(chunk) : '';
    if (said.includes(words)) resolve();
  });
  child.once('exit', () => reject(new Error(`it ended: ${said}`)));
  return promise;
}
