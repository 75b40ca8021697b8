/**
 * The folder of compiled files that this code was compiled into; `undefined` in the source. The compiler replaces this
 * file.
 *
 * @type {string | undefined}
 */
export const compiledFolder = undefined;
