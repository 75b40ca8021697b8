/**
 * The reason that something listed in the navigation doesn't exist: an entry without a file or an operation; a
 * specification that isn't in the site, is on another host or can't be read, with all its pages; a page beyond the
 * limit "pages", a page that couldn't be rendered, or a page that errors left empty.
 */
export const missingCauses = [
  'no-file',
  'no-operation',
  'specification',
  'remote-specification',
  'page-limit',
  'failed',
  'empty',
] as const;
export type MissingCause = (typeof missingCauses)[number];

export interface MissingPage {
  /** The entry in the navigation: a page path, `GET /users`, or the specification's name. */
  readonly path: string;
  readonly cause: MissingCause;
}
