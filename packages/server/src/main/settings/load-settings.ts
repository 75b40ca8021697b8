import { readFileSync } from 'node:fs';
import { getSystemErrorMessage } from 'node:util';
import { requireKnownSettings } from '@docwright/site-server/settings';
import { parse } from 'yaml';
import { resolveSettings, settingDefinitions, SettingsError, type SettingName, type Settings } from './settings.ts';

export interface SettingsRequest {
  readonly flags: Readonly<Partial<Record<SettingName, string>>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A YAML or JSON file. The default is the file in `DOCWRIGHT_CONFIG`. */
  readonly file?: string;
}

/** Reads settings from flags, environment and file, in descending order of precedence. @throws SettingsError */
export function loadSettings(request: SettingsRequest): Settings {
  const path = request.file ?? request.environment['DOCWRIGHT_CONFIG'];
  const file = path === undefined || path === '' ? {} : readSettingsFile(path);
  return resolveSettings({ flags: request.flags, environment: request.environment, file });
}

/** Returns the environment variables that give another process the same settings as these flags. */
export function toEnvironment(flags: SettingsRequest['flags']): Record<string, string> {
  const entries = Object.entries(flags) as [SettingName, string | undefined][];
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[settingDefinitions[name].environment, value]])),
  );
}

function readSettingsFile(path: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = parse(readFileSync(path, 'utf8'), { maxAliasCount: 100 });
  } catch (error) {
    throw new SettingsError(`The settings file ${path} can't be read: ${describeFault(error)}`, { cause: error });
  }
  if (content === null) return {};
  if (typeof content !== 'object' || Array.isArray(content)) {
    throw new SettingsError(`The settings file ${path} must map setting names to values.`);
  }
  requireKnownSettings(settingDefinitions, Object.keys(content), `The settings file ${path}`);
  return { ...content };
}

/** Returns the system's message without call and path, or the first line of a parser's message. */
function describeFault(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException;
  return errno === undefined ? (message.split('\n', 1)[0] ?? '') : getSystemErrorMessage(errno);
}
