import { type Json, fieldOf, textOf } from '../../site/index.ts';

/** Whether a schema describes a file's bytes: OpenAPI 3.0 has a format for it, 3.1 a media type without an encoding. */
export function isFile(node: Json): boolean {
  if (textOf(node, 'format') === 'binary') return true;
  const type = textOf(node, 'contentMediaType');
  return type !== '' && fieldOf(node, 'contentEncoding') === undefined && !/^text\/|json|xml|yaml|script/i.test(type);
}
