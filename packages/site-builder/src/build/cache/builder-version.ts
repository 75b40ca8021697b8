import { digestCode } from '../../settings/code-folders.ts';

let known: string | undefined;

/** Changes whenever the builder's own files, its dependencies' versions or the Node version change. */
export function builderVersion(): string {
  known ??= digestCode(process.version);
  return known;
}
