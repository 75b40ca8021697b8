import { Type } from 'typebox';

/** A group of readers, as named by `groups` of pages. */
export const ReaderGroup = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\s\\x00-\\x1f\\x7f-\\x9f]([^\\x00-\\x1f\\x7f-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f])?$',
});
