import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';

export interface LogFileSettings {
  /** Absolute. The files before it are `<path>.1`, the newest, to `<path>.<files - 1>`. */
  readonly path: string;
  /** A file that would grow past this is put aside. */
  readonly maxBytes: number;
  /** How many files there are at most, the one that is written to included. */
  readonly files: number;
  /** ISO 8601, for lines of its own. */
  readonly now: () => string;
  /** In place of the file system's, for tests of a disk that refuses. */
  readonly append?: (file: FileHandle, bytes: Buffer) => Promise<void>;
}

/** Bytes that wait for a slow disk. What comes on top is lost, and counted. */
const waitingBytes = 8 * 1024 * 1024;

/**
 * The log of a service as files of a bounded size.
 *
 * L1  No error of the disk ends the process or reaches whoever logs: lines that can't be written are counted.
 * L2  The first line that can be written again stands behind one that says how many are missing, and why.
 * L3  A file holds whole lines only: what a full disk cut is taken back.
 * L4  All files together are at most `files` times `maxBytes`, and one line.
 */
export class LogFile extends Writable {
  readonly #settings: LogFileSettings;
  #file: FileHandle | undefined;
  #bytes = 0;
  #waiting = 0;
  #writing: Promise<void> = Promise.resolve();
  #lost = 0;
  #lostTo = '';

  private constructor(settings: LogFileSettings) {
    super({ decodeStrings: true });
    this.#settings = settings;
  }

  /** @throws what the file system says when the file can't be made: a start must tell that */
  static async open(settings: LogFileSettings): Promise<LogFile> {
    const log = new LogFile(settings);
    await log.#openFile();
    return log;
  }

  /** Resolves when everything that was logged before is written, or lost. */
  async written(): Promise<void> {
    await this.#writing;
  }

  /** Done at once: a stream that waits would keep without a bound what comes meanwhile. */
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (this.#waiting + chunk.byteLength > waitingBytes) this.#countLost(chunk, 'the disk did not take them in time');
    else {
      this.#waiting += chunk.byteLength;
      this.#writing = this.#writing.then(() => this.#write(chunk));
    }
    done();
  }

  override _final(done: () => void): void {
    const close = async (): Promise<void> => {
      await this.#writing;
      await this.#file?.close();
    };
    // A line that was lost is counted; a file that can't be closed is none.
    void close()
      .catch(() => undefined)
      .finally(done);
  }

  async #write(chunk: Buffer): Promise<void> {
    try {
      await this.#append(chunk);
    } catch (error) {
      this.#countLost(chunk, error instanceof Error ? error.message.slice(0, 200) : String(error));
    }
    this.#waiting -= chunk.byteLength;
  }

  #countLost(chunk: Uint8Array, why: string): void {
    this.#lost += countLines(chunk);
    this.#lostTo = why;
  }

  async #append(chunk: Buffer): Promise<void> {
    if (this.#bytes > 0 && this.#bytes + chunk.byteLength > this.#settings.maxBytes) await this.#rotate();
    const file = this.#file ?? (await this.#openFile());
    const bytes = this.#lost === 0 ? chunk : Buffer.concat([this.#tellLoss(), chunk]);
    try {
      await (this.#settings.append ?? append)(file, bytes);
    } catch (error) {
      await file.truncate(this.#bytes).catch(() => undefined);
      throw error;
    }
    this.#bytes += bytes.byteLength;
    this.#lost = 0;
  }

  #tellLoss(): Buffer {
    const line = {
      level: 'warn',
      time: this.#settings.now(),
      lost: this.#lost,
      msg: `${String(this.#lost)} lines of the log are missing here: ${this.#lostTo}`,
    };
    return Buffer.from(`${JSON.stringify(line)}\n`);
  }

  async #openFile(): Promise<FileHandle> {
    const file = await open(this.#settings.path, 'a', 0o600);
    this.#bytes = (await file.stat()).size;
    this.#file = file;
    return file;
  }

  async #rotate(): Promise<void> {
    const { path, files } = this.#settings;
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
    if (files === 1) await rm(path, { force: true });
    for (let number = files - 1; number >= 1; number -= 1) {
      const from = number === 1 ? path : `${path}.${String(number - 1)}`;
      await rename(from, `${path}.${String(number)}`).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
    await this.#openFile();
  }
}

async function append(file: FileHandle, bytes: Buffer): Promise<void> {
  await file.appendFile(bytes);
}

function countLines(chunk: Uint8Array): number {
  let lines = 0;
  for (const byte of chunk) if (byte === 10) lines += 1;
  return lines;
}
