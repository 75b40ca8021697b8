/**
 * Messages over a pipe, for a builder in its own process. A message is two 32-bit big-endian lengths, a header as JSON
 * and a body as bytes. Both sides enforce the limits, so neither can force the other to store more than one large
 * message.
 */

/** A header is small, except for a report's list of issues. */
const maxHeaderBytes = 64 * 1024 * 1024;
const maxBodyBytes = 256 * 1024 * 1024;
const lengthsBytes = 8;

export interface Message {
  readonly header: unknown;
  readonly body: Uint8Array;
}

/** The input isn't a valid sequence of messages: the other side is defective or hostile. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}

export function encodeMessage(header: object, body: Uint8Array | string = ''): Buffer {
  const headerBytes = Buffer.from(JSON.stringify(header));
  const bodyBytes = typeof body === 'string' ? Buffer.from(body) : body;
  const message = Buffer.allocUnsafe(lengthsBytes + headerBytes.length + bodyBytes.length);
  message.writeUInt32BE(headerBytes.length, 0);
  message.writeUInt32BE(bodyBytes.length, 4);
  headerBytes.copy(message, lengthsBytes);
  message.set(bodyBytes, lengthsBytes + headerBytes.length);
  return message;
}

/**
 * Messages in the order in which they arrive.
 * @throws MessageError if a length is impossible, JSON is invalid, or the input ends within a message
 */
export async function* readMessages(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Message> {
  const buffered = new ChunkBuffer();
  for await (const chunk of chunks) {
    buffered.push(chunk);
    for (let message = takeMessage(buffered); message !== undefined; message = takeMessage(buffered)) yield message;
  }
  if (buffered.length > 0) throw new MessageError('the stream ended in the middle of a message');
}

function takeMessage(buffered: ChunkBuffer): Message | undefined {
  if (buffered.length < lengthsBytes) return undefined;
  const lengths = buffered.peek(lengthsBytes);
  const headerBytes = lengths.readUInt32BE(0);
  const bodyBytes = lengths.readUInt32BE(4);
  if (headerBytes > maxHeaderBytes || bodyBytes > maxBodyBytes) {
    throw new MessageError(`a message of ${headerBytes} + ${bodyBytes} bytes exceeds the limit`);
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
    throw new MessageError('the header of a message is not JSON', { cause });
  }
}

/** Reads chunks as one sequence of bytes, copying only the bytes that are read. */
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
      if (first === undefined) throw new MessageError('fewer bytes than a message needs');
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
