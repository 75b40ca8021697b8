import { createReadStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { verifyBundle, type ReadBundle } from '@docwright/bundle';
import { CliError } from '../../cli-error.ts';
import { replaceFileBy } from '../../files/replace-file.ts';

export interface BundleDownload {
  readonly url: string;
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly signal: AbortSignal;
  readonly onBytes: (received: number) => void;
}

/**
 * Downloads a bundle and verifies its size, its SHA-256, and every file against the manifest. A file receives its final
 * name only after verification. An interrupted or rejected download leaves no file.
 */
export async function downloadBundle(download: BundleDownload): Promise<ReadBundle> {
  return replaceFileBy(download.path, async (output, draft) => {
    await receive(download, output);
    const verdict = await verifyBundle({ stream: createReadStream(draft), sha256: download.sha256 });
    if (!verdict.ok)
      throw new CliError('failed', verdict.code, `the downloaded bundle was rejected: ${verdict.message}`);
    return verdict.bundle;
  });
}

async function receive({ url, signal, sizeBytes, onBytes }: BundleDownload, output: Writable): Promise<void> {
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new CliError('unreachable', 'download_failed', `${hostOf(url)} can't be reached`, { cause: error });
  });
  if (!response.ok || response.body === null) {
    throw new CliError('unreachable', 'download_failed', `the link returned status ${response.status}`);
  }
  let received = 0;
  const count = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      received += chunk.length;
      // An endless response would fill the disk before the digest check.
      if (received > sizeBytes)
        throw new CliError(
          'failed',
          'download_too_large',
          `the download is larger than the expected ${sizeBytes} bytes`,
        );
      onBytes(received);
      yield chunk;
    }
  };
  await pipeline(Readable.fromWeb(response.body), count, output, { signal });
  if (received < sizeBytes) {
    throw new CliError('unreachable', 'download_failed', `the download ended after ${received} of ${sizeBytes} bytes`);
  }
}

/** Returns the link's host for errors, because the link is secret until it expires after an hour. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'the link');
