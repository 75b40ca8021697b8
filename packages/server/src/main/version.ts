import { readFileSync } from 'node:fs';

const manifest: {
  readonly version: string;
  /** npm's field for the commit; `npm run release` adds it. */
  readonly gitHead?: string;
} = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Version of the software. */
export const version = manifest.version;
/** The commit that the installed package was built from; `undefined` in a clone. */
export const commit = manifest.gitHead;
