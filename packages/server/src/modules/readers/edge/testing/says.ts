import type { ChildProcess } from 'node:child_process';

/** Waits until a program prints the words. @throws its output if it ends earlier */
export function says(child: ChildProcess, words: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output += output.length < 100_000 ? String(chunk) : '';
    if (output.includes(words)) resolve();
  });
  child.once('exit', () => reject(new Error(`it ended: ${output}`)));
  return promise;
}
