/**
 * The folder of compiled files that this code was compiled into; `undefined` in the source. The compiler puts its own text in place of
 * this file.
 *
 * @type {string | undefined}
 */
export const ownFolder = undefined;
