import type { Readable, Writable } from 'node:stream';

/** Longer lines are passed on in parts. */
const maxLineBytes = 1024 ** 2;

/** Copies another process's output line by line, so that its lines and this process's lines don't mix. */
export function copyLines(source: Readable, sink: Writable): void {
  let rest: Buffer = Buffer.alloc(0);
  source.on('data', (chunk: Buffer) => {
    const bytes = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(10) + 1;
    const cut = end === 0 && bytes.byteLength > maxLineBytes ? bytes.byteLength : end;
    if (cut > 0) sink.write(bytes.subarray(0, cut));
    rest = bytes.subarray(cut);
  });
  source.once('end', () => {
    if (rest.byteLength > 0) sink.write(Buffer.concat([rest, Buffer.from('\n')]));
  });
  // Killing a process breaks its pipe, which isn't an error here, because the process's end is reported elsewhere.
  source.on('error', () => undefined);
}
