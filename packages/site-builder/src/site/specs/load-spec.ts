import type { Issue } from '../../issues/issue.ts';
import { isLfsPointer, pointerIssue } from '../../source/lfs-pointer.ts';
import type { SiteSource } from '../../source/site-source.ts';
import { applyOverlay } from './apply-overlay.ts';
import { convertAsyncApi2 } from './convert-asyncapi.ts';
import { convertSwagger } from './convert-swagger.ts';
import type { ApiSpec, Json } from './api-spec.ts';
import { parseSpecText } from './parse-spec-text.ts';
import { fieldOf, isObject, textOf } from './read-json.ts';
import { anchorRefs, hasFileRefs } from './resolve-ref.ts';
import type { SpecLimits } from './spec-limits.ts';

export interface SpecLoad {
  readonly source: SiteSource;
  readonly limits: SpecLimits;
  /** Site paths of OpenAPI overlays, applied in order. */
  readonly overlays?: readonly string[];
  readonly report: (issue: Issue) => void;
}

/** Reads a specification. If it is invalid, reports an issue for the file and returns `undefined`. */
export function loadSpec(path: string, load: SpecLoad): ApiSpec | undefined {
  const { source, limits, report } = load;
  const bytes = source.read(path);
  if (bytes === undefined) return undefined;
  if (isLfsPointer(bytes)) {
    report(pointerIssue(path));
    return undefined;
  }
  const parsed = parseSpecText(bytes, limits);
  if ('problem' in parsed) {
    const { message, line } = parsed.problem;
    report({
      path,
      ...(line === undefined ? {} : { line }),
      severity: 'error',
      code: 'openapi-unreadable',
      message: `${path} can't be read: ${message}`,
    });
    return undefined;
  }
  const known = recognize(overlaid(parsed.value, path, load));
  if (typeof known === 'string') {
    report({ path, severity: 'error', code: 'openapi-unsupported', message: `${path}: ${known}` });
    return undefined;
  }
  const faults: Issue[] = [];
  const addFault = (fault: Issue): void => void faults.push(fault);
  const files = createFileReader(path, { source, limits, report: addFault });
  const anchored = hasFileRefs(known.root) ? anchorRefs(known.root, path, path) : known.root;
  const root = isObject(anchored) ? anchored : known.root;
  const broken = new Set<string>();
  return {
    path,
    kind: known.kind,
    version: known.version,
    title: textOf(fieldOf(root, 'info'), 'title'),
    description: textOf(fieldOf(root, 'info'), 'description'),
    root,
    cache: { schemas: new WeakMap(), yaml: new WeakMap() },
    faults,
    readFile: files,
    reportBrokenRef(ref) {
      if (broken.has(ref)) return;
      broken.add(ref);
      const remote = /^[a-z][a-z\d+.-]*:/i.test(ref);
      addFault({
        path,
        severity: 'warning',
        code: remote ? 'openapi-remote-ref' : 'openapi-broken-ref',
        message: remote ? `$ref "${ref}" points outside the site and is not followed` : `$ref "${ref}" has no target`,
        fix: remote
          ? 'Copy the file into the repository and refer to it by a relative path.'
          : 'Correct the reference or add its target.',
      });
    },
  };
}

/** Reads a JSON or YAML file as written, with its overlays applied; `undefined` if it can't be read. */
export function readSpecDocument(path: string, load: SpecLoad): Json | undefined {
  const bytes = load.source.read(path);
  if (bytes === undefined || isLfsPointer(bytes)) return undefined;
  const parsed = parseSpecText(bytes, load.limits);
  return 'problem' in parsed ? undefined : overlaid(parsed.value, path, load);
}

/** Returns the document with the site's overlays; an overlay that can't be read or applied is left out and reported. */
function overlaid(value: Json, path: string, { source, limits, overlays = [], report }: SpecLoad): Json {
  let root = value;
  for (const overlayPath of overlays) {
    const bytes = source.read(overlayPath.replace(/^\/+/, ''));
    if (bytes !== undefined && isLfsPointer(bytes)) {
      report(pointerIssue(overlayPath.replace(/^\/+/, '')));
      continue;
    }
    const parsed =
      bytes === undefined ? { problem: { message: 'the file does not exist' } } : parseSpecText(bytes, limits);
    if ('problem' in parsed || !isObject(root)) {
      const reason = 'problem' in parsed ? parsed.problem.message : 'the specification is not an object';
      report({
        path,
        severity: 'error',
        code: 'openapi-unreadable',
        message: `the overlay ${overlayPath} was left out: ${reason}`,
      });
      continue;
    }
    const { root: changed, unknown } = applyOverlay(root, parsed.value);
    root = changed;
    for (const target of unknown) {
      report({
        path: overlayPath,
        severity: 'warning',
        code: 'openapi-overlay-target',
        message: `the overlay's target "${target}" is not supported`,
      });
    }
  }
  return root;
}

type Recognized = Pick<ApiSpec, 'kind' | 'version' | 'root'>;

function recognize(value: Json): Recognized | string {
  if (!isObject(value))
    return 'a specification must be an object with "openapi", "swagger" or "asyncapi" at the top level';
  const openapi = textOf(value, 'openapi');
  if (openapi.startsWith('3')) return { kind: 'openapi', version: openapi, root: value };
  const swagger = textOf(value, 'swagger');
  if (swagger.startsWith('2')) return { kind: 'openapi', version: swagger, root: convertSwagger(value) };
  const asyncapi = textOf(value, 'asyncapi');
  if (asyncapi.startsWith('3')) return { kind: 'asyncapi', version: asyncapi, root: value };
  if (asyncapi.startsWith('2')) return { kind: 'asyncapi', version: asyncapi, root: convertAsyncApi2(value) };
  const found = openapi || swagger || asyncapi;
  return found === ''
    ? 'it has no version; expected "openapi: 3.x", "swagger: 2.0" or "asyncapi: 3.x"'
    : `version "${found}" is not supported; supported: OpenAPI 2.0, 3.0, 3.1, 3.2 and AsyncAPI 2, 3`;
}

/** Reads referenced files, only inside the site, each once. */
function createFileReader(rootPath: string, { source, limits, report }: SpecLoad): (path: string) => Json | undefined {
  const files = new Map<string, Json | undefined>();
  return (path) => {
    if (files.has(path)) return files.get(path);
    if (files.size >= limits.maxExternalFiles) return undefined;
    files.set(path, undefined);
    const bytes = source.read(path);
    if (bytes === undefined) return undefined;
    if (isLfsPointer(bytes)) {
      report(pointerIssue(path));
      return undefined;
    }
    const parsed = parseSpecText(bytes, limits);
    if ('problem' in parsed) {
      report({
        path,
        severity: 'error',
        code: 'openapi-unreadable',
        message: `${path}, used by ${rootPath}, can't be read: ${parsed.problem.message}`,
      });
      return undefined;
    }
    files.set(path, anchorRefs(parsed.value, path, rootPath));
    return files.get(path);
  };
}
