/**
 * Allocates memory outside V8's heap until it is stopped; prints a message if it exceeds the given limit. The limit
 * counts reserved memory, so the script doesn't have to write to it, which would fill 1.5 GB at each start of a
 * service.
 */
import process from 'node:process';

const forbiddenBytes = Number(process.argv[2]);
const chunkBytes = 32 * 1024 ** 2;
const taken: Uint8Array[] = [];
while (taken.length * chunkBytes < forbiddenBytes) taken.push(new Uint8Array(chunkBytes));
process.stdout.write(`escaped with ${taken.length * chunkBytes} bytes`);
