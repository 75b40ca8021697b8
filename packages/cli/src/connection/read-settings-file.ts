import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type * as Yaml from 'yaml';
import { CliError } from '../cli-error.ts';
import { describeReadFault } from '../read-option-file.ts';

/**
 * Reads a settings file (YAML or JSON) as a plain object. Aliases are limited, so that a short file can't exhaust
 * memory.
 */
export function readSettingsFile(cwd: string, name: string): Readonly<Record<string, unknown>> {
  const path = resolve(cwd, name);
  // Loaded on demand, because its 70 modules would be a third of all modules that a command loads.
  const { parse } = createRequire(import.meta.url)('yaml') as typeof Yaml;
  try {
    const value: unknown = parse(readFileSync(path, 'utf8'), { maxAliasCount: 100 });
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    const reason = describeReadFault(error).split('\n', 1)[0];
    throw new CliError('usage', 'unreadable_settings', `${path} can't be read: ${reason}`, { cause: error });
  }
  throw new CliError('usage', 'unreadable_settings', `${path} must map setting names to values`);
}
