/**
 * Why something that the navigation asks for is not there: an entry without a file or an operation; a specification that is not
 * in the site, stands on another host or can't be read, with all its pages; a page beyond the limit "pages", one that could not
 * be rendered, or one of which faults left nothing.
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
  /** As the navigation has it: a page path, `GET /users`, or the name of the specification. */
  readonly path: string;
  readonly cause: MissingCause;
}
