import { digestCode } from '../../settings/code-folders.ts';

let known: string | undefined;

/** Returns a digest that changes with the builder's own files, its dependencies' versions and the Node version. */
export function builderVersion(): string {
  known ??= digestCode(process.version);
  return known;
}
