import { existsSync, realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { BuildSettings, SiteSource } from '@docwright/site-builder';
// The package's index isn't imported, because the threads should load the builder before this process does.
import { defaultBuildSettings } from '@docwright/site-builder/default-settings';
import { createFolderSource } from '@docwright/site-builder/folder-source';
import { CliError } from '../cli-error.ts';
import type { Invocation } from '../invocation.ts';
import { audienceOf, type AudienceOptions } from './audience-options.ts';
import { readSourceRepository } from './read-source-repository.ts';

export interface SiteOptions extends AudienceOptions {
  readonly basePath?: string;
  readonly siteUrl?: string;
  readonly javascript: boolean;
  /** If true, no other host is contacted. */
  readonly offline?: boolean;
  /** Used only by builds. */
  readonly socialImages?: boolean;
  readonly excludeRestricted?: boolean;
  /** `false` for a build without the option; `undefined` for commands that publish nothing. */
  readonly includeRestricted?: boolean;
  readonly excludeOrphans?: boolean;
  /** Number of threads that render pages; `undefined`: as many as are useful. */
  readonly threads?: number;
  /** Whether this build is cached for the next; `undefined`: the command's default. */
  readonly cache?: boolean;
}

export interface OpenSite {
  readonly folder: string;
  /** Path of the output if it is inside the folder; it isn't part of the site. */
  readonly leftOut: string | undefined;
  readonly source: SiteSource;
  /** Whether `source` contains fetched specifications, which separate threads can't read. */
  readonly hasRemoteSpecs?: boolean;
  /** The output folder, for commands that write files. */
  readonly out: string;
}

/** Opens the site in the folder that a command names. Throws an error with the folder's name if it contains no site. */
export function openSite(call: Invocation<unknown>, out = ''): OpenSite {
  const named = resolve(call.context.cwd, call.argument(0));
  if (!existsSync(named)) throw new CliError('notFound', 'no_folder', `${named} doesn't exist`);
  const folder = realpathSync(named);
  if (!existsSync(join(folder, 'docs.json')) && !existsSync(join(folder, 'mint.json'))) {
    throw new CliError('usage', 'no_docs_config', `${folder} contains neither docs.json nor mint.json`);
  }
  const target = resolve(call.context.cwd, out);
  if (out !== '' && target === folder) {
    throw new CliError('usage', 'out_is_source', `--out is the site's own folder, ${folder}; choose another`);
  }
  const inFolder = out === '' || !target.startsWith(`${folder}${sep}`) ? undefined : relative(folder, target);
  const leftOut = inFolder?.split(sep).join('/');
  return { folder, leftOut, out: target, source: createFolderSource(folder, leftOut) };
}

export function siteSettings(options: SiteOptions, folder: string): Partial<BuildSettings> {
  const { basePath = '', siteUrl = '', javascript, socialImages = false, excludeOrphans = false } = options;
  if (basePath !== '' && !/^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/.test(basePath)) {
    throw new CliError(
      'usage',
      'invalid_base_path',
      `--base-path "${basePath}" must have the form /docs, without the segments . and ..`,
    );
  }
  if (siteUrl !== '' && !/^https?:\/\/[^/]+$/.test(siteUrl)) {
    throw new CliError(
      'usage',
      'invalid_site_url',
      `--site-url "${siteUrl}" must have the form https://docs.example.com`,
    );
  }
  if (socialImages && siteUrl === '') {
    throw new CliError(
      'usage',
      'no_site_url',
      '--social-images needs --site-url: networks read an image only at an address with a host',
    );
  }
  // The folder is the user's own, on their own machine, so its components may run.
  const features = { ...defaultBuildSettings.features, socialImages };
  const javaScript = javascript ? 'sandboxed' : 'off';
  const repository = readSourceRepository(folder);
  return { basePath, siteUrl, repository, features, javaScript, restricted: restrictedOf(options), excludeOrphans };
}

function restrictedOf(options: SiteOptions): BuildSettings['restricted'] {
  const { excludeRestricted, includeRestricted } = options;
  const audience = audienceOf(options);
  if (audience !== undefined) return { audience };
  if (excludeRestricted === true) return 'exclude';
  return includeRestricted === false ? 'refuse' : 'include';
}
