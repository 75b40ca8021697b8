import type { GitSettings } from './settings.ts';

/** The protocol that a command may use: its remote's, or none. */
export type GitProtocol = 'none' | 'https' | 'http' | 'file';

export interface GitConfigEntry {
  readonly key: string;
  readonly value: string;
}

/**
 * Turns off everything that git could read from the machine or from a repository: system and user configuration,
 * prompts, hooks, file-system monitors, credential helpers, redirects and submodules.
 */
export function hardenedConfig(settings: GitSettings, protocol: GitProtocol): readonly string[] {
  const config = [
    'core.hooksPath=/dev/null',
    'core.fsmonitor=false',
    'core.symlinks=false',
    'core.quotePath=true',
    'protocol.allow=never',
    ...(protocol === 'none' ? [] : [`protocol.${protocol}.allow=always`]),
    'http.followRedirects=false',
    // A transfer below 1 kB/s for half a minute is treated as stalled.
    'http.lowSpeedLimit=1000',
    'http.lowSpeedTime=30',
    'credential.helper=',
    'submodule.recurse=false',
    'gc.auto=0',
    'maintenance.auto=false',
    'safe.bareRepository=explicit',
    'fetch.fsckObjects=true',
    // Harmless flaws of old commits. They occur in real repositories, although newer versions of git don't write them.
    ...['zeroPaddedFilemode', 'badTimezone', 'missingSpaceBeforeDate', 'missingSpaceBeforeEmail'].map(
      (wart) => `fetch.fsck.${wart}=ignore`,
    ),
    ...(settings.caFile === undefined ? [] : [`http.sslCAInfo=${settings.caFile}`]),
    ...(settings.proxy === undefined ? [] : [`http.proxy=${settings.proxy}`]),
  ];
  return config.flatMap((entry) => ['-c', entry]);
}

/**
 * A git process's complete environment. Secrets are passed as configuration in the environment, so that no argument
 * list, URL or file contains them.
 */
export function gitEnvironment(
  settings: GitSettings,
  protocol: GitProtocol,
  secrets: readonly GitConfigEntry[],
): Record<string, string> {
  const environment: Record<string, string> = {
    PATH: settings.searchPath,
    HOME: settings.homeFolder,
    XDG_CONFIG_HOME: settings.homeFolder,
    LC_ALL: 'C',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '/bin/false',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_CONFIG_COUNT: String(secrets.length),
  };
  for (const [index, secret] of secrets.entries()) {
    environment[`GIT_CONFIG_KEY_${index}`] = secret.key;
    environment[`GIT_CONFIG_VALUE_${index}`] = secret.value;
  }
  return environment;
}
