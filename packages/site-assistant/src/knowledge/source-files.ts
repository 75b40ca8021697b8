import type { SiteSource } from '@docwright/site-server';

/** Larger files are no text that anybody reads. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Reads whole files of a source. Undefined where it has none, or too large a one. @throws where it is damaged */
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
