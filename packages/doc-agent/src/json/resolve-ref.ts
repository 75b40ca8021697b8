import { dirname, joinRelative } from '../paths/join-path.ts';
import { findStringMember, type JsonNode } from './parse-json.ts';

/** The file that an object's `$ref` names; `undefined` if it has none or the file is outside the docs folder. */
export function resolveRef(fromFile: string, node: JsonNode): string | undefined {
  const ref = findStringMember(node, '$ref')?.value;
  if (ref === undefined || !/\.json$/i.test(ref) || /^[a-z][a-z0-9+.-]*:/i.test(ref)) return undefined;
  return joinRelative(ref.startsWith('/') ? '' : dirname(fromFile), ref);
}
