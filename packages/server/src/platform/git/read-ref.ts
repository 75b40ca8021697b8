import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The commit that a reference of a bare repository on this disk names, read from its files (gitrepository-layout(5)):
 * starting git for each check takes ten milliseconds in a worker of some hundred megabytes. Returns `undefined` if the
 * files don't say, which doesn't mean that it is missing: only git knows every way of storing references.
 */
export async function readRef(gitDir: string, ref: string): Promise<string | undefined> {
  const loose = await readText(join(gitDir, ref));
  if (loose !== undefined) return /^([0-9a-f]{40})\n?$/.exec(loose)?.[1];
  // Read after the loose reference: git writes the packed one before it removes the loose one.
  const packed = await readText(join(gitDir, 'packed-refs'));
  const line = packed?.split('\n').find((one) => one.endsWith(` ${ref}`) && one.length === 41 + ref.length);
  return line?.slice(0, 40);
}

/** The branch that HEAD names, or `undefined` if it names none, or is stored elsewhere. */
export async function readHead(gitDir: string): Promise<string | undefined> {
  const head = await readText(join(gitDir, 'HEAD'));
  return /^ref: refs\/heads\/(.+)\n?$/.exec(head ?? '')?.[1];
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
