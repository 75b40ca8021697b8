import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the path of the cache for commands on a folder. */
export function buildMemoryPath(folder: string, env: Environment, keeps: 'issues' | 'contents'): string {
  const cache = join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'docwright', 'sites');
  return join(cache, `${createHash('sha256').update(folder).digest('hex').slice(0, 32)}.${keeps}`);
}

/** Whether an earlier command has stored a cache. Doesn't read it. */
export function hasBuildMemory(...place: Parameters<typeof buildMemoryPath>): boolean {
  return existsSync(buildMemoryPath(...place));
}
