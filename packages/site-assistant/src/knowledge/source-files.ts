import type { SiteSource } from '@docwright/site-server';

/** Maximum size of a file to read; larger files aren't text for readers. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Reads whole files of a source. Returns `undefined` if the file doesn't exist or is too large.
 * @throws if the file is damaged
 */
export async function readSourceFile(source: SiteSource, path: string): Promise<Buffer | undefined> {
  const file = source.look(path);
  if (file === undefined || file.size > MAX_BYTES) return undefined;
  source.hold();
  try {
    await source.inspect(file);
    return await source.read(file, 'identity');
  } finally {
    await source.release();
  }
}

export async function readSourceText(source: SiteSource, path: string): Promise<string | undefined> {
  return (await readSourceFile(source, path))?.toString();
}
