import { isObject } from '../../text/json-object.ts';
import type { RemoteSpecs } from '../../source/remote-specs.ts';

/** Replaces each specification that was fetched before the build with the path of its file. */
export function localizeSpecs(value: unknown, specs: RemoteSpecs): unknown {
  if (specs.size === 0) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => localizeSpecs(item, specs));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === 'openapi' || key === 'asyncapi' ? toFiles(child, specs) : localizeSpecs(child, specs),
    ]),
  );
}

/** Replaces the URLs of one or several specifications, plain or as `{ source }`, with the paths of fetched files. */
function toFiles(value: unknown, specs: RemoteSpecs): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => toFiles(item, specs));
  if (isObject(value)) return 'source' in value ? { ...value, source: toFiles(value['source'], specs) } : value;
  const found = typeof value === 'string' ? specs.get(value) : undefined;
  return found !== undefined && 'path' in found ? found.path : value;
}
