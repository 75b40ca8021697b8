import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from '../cli-error.ts';
import { replaceFile } from '../files/replace-file.ts';
import { describeReadFault } from '../read-option-file.ts';
import { parseObject } from './parse-object.ts';

/**
 * The file that `docwright link` writes to a folder. It contains no secret, so that it can be committed with the docs.
 */
export interface LinkedProject {
  /** The service that has the project: IDs are valid only on their own service. */
  readonly baseUrl: string;
  readonly projectId: string;
}

export interface FoundLink extends LinkedProject {
  readonly path: string;
}

/** The file isn't in `.docwright/`, because that is one machine's data folder and is never committed. */
export const LINK_FILE = '.docwright.json';

/** Finds the nearest link from here upward. Throws if the link can't be read. */
export function findLinkedProject(cwd: string): FoundLink | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = readLink(join(folder, LINK_FILE));
    if (found !== undefined) return found;
    if (dirname(folder) === folder) return undefined;
  }
}

export function saveLink(folder: string, link: LinkedProject): string {
  const path = join(folder, LINK_FILE);
  replaceFile(path, `${JSON.stringify(link, undefined, 2)}\n`, 0o644);
  return path;
}

export function removeLink({ path }: FoundLink): void {
  rmSync(path, { force: true });
}

function readLink(path: string): FoundLink | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new CliError('usage', 'unreadable_link', `${path} can't be read: ${describeReadFault(error)}`, {
      cause: error,
    });
  }
  const { baseUrl, projectId } = parseObject(text);
  if (typeof baseUrl === 'string' && typeof projectId === 'string') return { baseUrl, projectId, path };
  const remedy = 'write it again with "docwright link", or delete it';
  throw new CliError('usage', 'unreadable_link', `${path} is not {"baseUrl", "projectId"}: ${remedy}`);
}
