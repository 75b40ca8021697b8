import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A reference's commit in a bare repository on this disk, read from its files (gitrepository-layout(5)), because
 * starting git for each check takes ten milliseconds in a worker of several hundred megabytes. Returns `undefined` if
 * the files don't contain it. The reference may still exist, because only git supports all ways of storing references.
 */
export async function readRef(gitDir: string, ref: string): Promise<string | undefined> {
  const loose = await readText(join(gitDir, ref));
  if (loose !== undefined) return /^([0-9a-f]{40})\n?$/.exec(loose)?.[1];
  // Read after the loose reference, because git writes the packed reference before it removes the loose one.
  const packed = await readText(join(gitDir, 'packed-refs'));
  const line = packed?.split('\n').find((one) => one.endsWith(` ${ref}`) && one.length === 41 + ref.length);
  return line?.slice(0, 40);
}

/** The branch in HEAD, or `undefined` if HEAD doesn't contain a branch or is stored elsewhere. */
export async function readHead(gitDir: string): Promise<string | undefined> {
  const head = await readText(join(gitDir, 'HEAD'));
  return /^ref: refs\/heads\/(.+)\n?$/.exec(head ?? '')?.[1];
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
