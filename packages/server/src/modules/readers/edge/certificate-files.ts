import { readFile } from 'node:fs/promises';
import type { SecureContext } from 'node:tls';
import type { Logger } from '../../../platform/log/index.ts';
import { createContext } from './create-context.ts';

export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

const everyMs = 30_000;

/**
 * A certificate in files that an external program renews. If the new pair is invalid, the previous pair stays in use.
 */
export class WatchedCertificate {
  readonly #files: CertificateFiles;
  readonly #log: Logger;
  readonly #authorities: string | undefined;
  #read = '';
  #context: SecureContext | undefined;
  #timer: NodeJS.Timeout | undefined;

  private constructor(files: CertificateFiles, log: Logger, authorities: string | undefined) {
    this.#files = files;
    this.#log = log;
    this.#authorities = authorities;
  }

  /**
   * @param authorities those that issue client certificates, in PEM format
   * @throws if the files can't be read, or don't match
   */
  static async open(files: CertificateFiles, log: Logger, authorities?: string): Promise<WatchedCertificate> {
    const watched = new WatchedCertificate(files, log, authorities);
    await watched.#readAgain().catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`The certificate ${files.certificate} with the key ${files.key} can't be used: ${why}`, {
        cause,
      });
    });
    watched.#timer = setInterval(() => void watched.look(), everyMs);
    return watched;
  }

  get context(): SecureContext | undefined {
    return this.#context;
  }

  /** Checks now, instead of within half a minute. */
  async look(): Promise<void> {
    try {
      await this.#readAgain();
    } catch (error) {
      this.#log.error({ ...this.#files, err: error }, 'the certificate of the sites domain could not be reloaded');
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #readAgain(): Promise<void> {
    const [chain, key] = await Promise.all([
      readFile(this.#files.certificate, 'utf8'),
      readFile(this.#files.key, 'utf8'),
    ]);
    if (this.#read === `${chain}${key}`) return;
    this.#context = createContext({ chain, key }, this.#authorities);
    this.#read = `${chain}${key}`;
  }
}
