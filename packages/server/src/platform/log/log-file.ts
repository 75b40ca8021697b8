import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { countOf } from '../words/count-of.ts';

export interface LogFileSettings {
  /** Absolute path. Rotated files are `<path>.1` (the newest) to `<path>.<files - 1>`. */
  readonly path: string;
  /** A file is rotated before it exceeds this size. */
  readonly maxBytes: number;
  /** Maximum number of files, including the current file. */
  readonly files: number;
  /** Returns the time in ISO 8601, for lines that this class itself adds. */
  readonly now: () => string;
  /** Replaces the file system's function in tests of disk errors. */
  readonly append?: (file: FileHandle, bytes: Buffer) => Promise<void>;
}

/** Maximum number of bytes that wait for a slow disk. Further lines are lost and counted. */
const waitingBytes = 8 * 1024 * 1024;

/**
 * A service's log in files of limited size.
 *
 * L1  Disk errors neither end the process nor reach the code that logs: lines that can't be written are counted.
 * L2  Before the first line that can be written again, an added line states how many lines are missing, and why.
 * L3  A file contains only whole lines: a line that was truncated because the disk was full is removed.
 * L4  All files together have at most `files` times `maxBytes`, plus one line.
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

  /** @throws the file system's error if the file can't be created: the service must not start in this case */
  static async open(settings: LogFileSettings): Promise<LogFile> {
    const log = new LogFile(settings);
    await log.#openFile();
    return log;
  }

  /** Resolves when all earlier lines are written or lost. */
  async written(): Promise<void> {
    await this.#writing;
  }

  /** The callback is called immediately, because a waiting stream would buffer further lines without limit. */
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (this.#waiting + chunk.byteLength > waitingBytes) this.#countLost(chunk, 'the disk did not accept them in time');
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
    // Lost lines are counted, and no lines are lost if closing the file fails.
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
    const bytes = this.#lost === 0 ? chunk : Buffer.concat([this.#formatLoss(), chunk]);
    try {
      await (this.#settings.append ?? append)(file, bytes);
    } catch (error) {
      await file.truncate(this.#bytes).catch(() => undefined);
      throw error;
    }
    this.#bytes += bytes.byteLength;
    this.#lost = 0;
  }

  #formatLoss(): Buffer {
    const line = {
      level: 'warn',
      time: this.#settings.now(),
      lost: this.#lost,
      msg: `${countOf(this.#lost, 'line of the log is', 'lines of the log are')} missing here: ${this.#lostTo}`,
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
      const from = number === 1 ? path : `${path}.${number - 1}`;
      await rename(from, `${path}.${number}`).catch((error: NodeJS.ErrnoException) => {
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
