import { existsSync, realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { createFolderSource, type BuildSettings, type SiteSource } from '@docwright/site-builder';
import { CliError } from '../cli-error.ts';
import type { Invocation } from '../invocation.ts';

export interface SiteOptions {
  readonly basePath?: string;
  readonly siteUrl?: string;
  readonly javascript: boolean;
  /** Whether this build is remembered for the next; undefined: as the command does. */
  readonly cache?: boolean;
}

export interface OpenSite {
  readonly folder: string;
  readonly source: SiteSource;
  /** Where the files go, for a command that writes any. */
  readonly out: string;
}

/** The site of the folder that a command names. Throws, naming the folder, when there is none. */
export function openSite(call: Invocation<unknown>, out = ''): OpenSite {
  const given = resolve(call.context.cwd, call.argument(0));
  if (!existsSync(given)) throw new CliError('notFound', 'no_folder', `${given} is not there`);
  const folder = realpathSync(given);
  if (!existsSync(join(folder, 'docs.json')) && !existsSync(join(folder, 'mint.json'))) {
    throw new CliError('usage', 'no_docs_config', `${folder} holds neither docs.json nor mint.json`);
  }
  const target = resolve(call.context.cwd, out);
  if (out !== '' && target === folder) {
    throw new CliError('usage', 'out_is_source', `--out is the site's own folder, ${folder}; name another`);
  }
  const source = createFolderSource(folder);
  return { folder, out: target, source: out === '' ? source : without(source, relative(folder, target)) };
}

/** Output that lies inside of the site's folder is not part of the site. */
function without(source: SiteSource, out: string): SiteSource {
  const prefix = `${out.split(sep).join('/')}/`;
  if (out.startsWith('..')) return source;
  const isOutput = (path: string) => path.startsWith(prefix);
  return {
    paths: source.paths.filter((path) => !isOutput(path)),
    has: (path) => !isOutput(path) && source.has(path),
    read: (path) => (isOutput(path) ? undefined : source.read(path)),
  };
}

export function siteSettings({ basePath = '', siteUrl = '', javascript }: SiteOptions): Partial<BuildSettings> {
  if (basePath !== '' && !/^(\/[\w.~-]+)+$/.test(basePath)) {
    throw new CliError('usage', 'invalid_base_path', `--base-path must be like /docs, and is "${basePath}"`);
  }
  if (siteUrl !== '' && !/^https?:\/\/[^/]+$/.test(siteUrl)) {
    throw new CliError(
      'usage',
      'invalid_site_url',
      `--site-url must be like https://docs.example.com, and is "${siteUrl}"`,
    );
  }
  // One's own folder, on one's own machine: its components may run, as they will in the reader's browser.
  return { basePath, siteUrl, javaScript: javascript ? 'sandboxed' : 'off' };
}
