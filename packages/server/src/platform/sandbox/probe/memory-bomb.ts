/** Allocates memory outside of V8's heap until it is stopped; prints a message if it exceeds the given limit. */
import process from 'node:process';

const forbiddenBytes = Number(process.argv[2]);
const chunkBytes = 32 * 1024 ** 2;
const taken: Uint8Array[] = [];
while (taken.length * chunkBytes < forbiddenBytes) taken.push(new Uint8Array(chunkBytes).fill(1));
process.stdout.write(`escaped with ${taken.length * chunkBytes} bytes`);
