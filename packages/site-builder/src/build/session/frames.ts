/**
 * Messages over a pipe, for a builder in a process of its own. A frame is two 32-bit big-endian lengths, a header as JSON
 * and a body as bytes. Both sides keep the limits, so neither can make the other hold more than one large frame.
 */

/** A header is small but for the list of issues of a report. */
const maxHeaderBytes = 64 * 1024 * 1024;
const maxBodyBytes = 256 * 1024 * 1024;
const lengthsBytes = 8;

export interface Frame {
  readonly header: unknown;
  readonly body: Uint8Array;
}

/** What came is no sequence of frames: the other side is broken or hostile. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

export function encodeFrame(header: object, body: Uint8Array | string = ''): Buffer {
  const headerBytes = Buffer.from(JSON.stringify(header));
  const bodyBytes = typeof body === 'string' ? Buffer.from(body) : body;
  const frame = Buffer.allocUnsafe(lengthsBytes + headerBytes.length + bodyBytes.length);
  frame.writeUInt32BE(headerBytes.length, 0);
  frame.writeUInt32BE(bodyBytes.length, 4);
  headerBytes.copy(frame, lengthsBytes);
  frame.set(bodyBytes, lengthsBytes + headerBytes.length);
  return frame;
}

/** Frames in the order in which they come. @throws FrameError for an impossible length, bad JSON, or an end in the middle */
export async function* readFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const buffered = new ChunkBuffer();
  for await (const chunk of chunks) {
    buffered.push(chunk);
    for (let frame = takeFrame(buffered); frame !== undefined; frame = takeFrame(buffered)) yield frame;
  }
  if (buffered.length > 0) throw new FrameError('the stream ended in the middle of a frame');
}

function takeFrame(buffered: ChunkBuffer): Frame | undefined {
  if (buffered.length < lengthsBytes) return undefined;
  const lengths = buffered.peek(lengthsBytes);
  const headerBytes = lengths.readUInt32BE(0);
  const bodyBytes = lengths.readUInt32BE(4);
  if (headerBytes > maxHeaderBytes || bodyBytes > maxBodyBytes) {
    throw new FrameError(`a frame of ${headerBytes} + ${bodyBytes} bytes is over the limit`);
  }
  if (buffered.length < lengthsBytes + headerBytes + bodyBytes) return undefined;
  buffered.take(lengthsBytes);
  const header = parseHeader(buffered.take(headerBytes));
  return { header, body: buffered.take(bodyBytes) };
}

function parseHeader(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new FrameError('the header of a frame is not JSON', { cause });
  }
}

/** Chunks as one run of bytes, without copying more than what is taken. */
class ChunkBuffer {
  length = 0;
  readonly #chunks: Buffer[] = [];

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.length += chunk.length;
  }

  peek(size: number): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && first.length >= size) return first.subarray(0, size);
    const bytes = this.take(size);
    this.#chunks.unshift(bytes);
    this.length += bytes.length;
    return bytes;
  }

  take(size: number): Buffer {
    const parts: Buffer[] = [];
    let missing = size;
    while (missing > 0) {
      const [first] = this.#chunks;
      if (first === undefined) throw new FrameError('fewer bytes than a frame needs');
      parts.push(first.subarray(0, missing));
      if (first.length <= missing) this.#chunks.shift();
      else this.#chunks[0] = first.subarray(missing);
      missing -= Math.min(first.length, missing);
    }
    this.length -= size;
    const [only] = parts;
    return only !== undefined && parts.length === 1 ? only : Buffer.concat(parts);
  }
}
