import { posix } from 'node:path';
import type { SiteSource } from '../../source/site-source.ts';
import { decodeText } from '../../text/decode-text.ts';
import { describe, isObject, type JsonObject } from '../../text/json-object.ts';
import type { ReportIssue } from '../../issues/issue.ts';
import { parseJson } from '../../text/parse-json.ts';

/** Maximum number of references in a configuration; a higher number indicates an attack or a mistake. */
const maxReferences = 1000;
const maxTrail = 50;

/**
 * Replaces every `{"$ref": "./file.json"}` with the file's content. Paths are relative to the referencing file and stay
 * inside the site; keys next to `$ref` override the referenced object. A missing, cyclic or broken reference is
 * reported, and only the keys next to it are kept.
 */
export function resolveRefs(root: unknown, file: string, source: SiteSource, report: ReportIssue): unknown {
  return new RefResolver(source, report).resolve(root, file, [file]);
}

class RefResolver {
  readonly #source: SiteSource;
  readonly #report: ReportIssue;
  readonly #files = new Map<string, unknown>();
  #followed = 0;

  constructor(source: SiteSource, report: ReportIssue) {
    this.#source = source;
    this.#report = report;
  }

  resolve(value: unknown, file: string, trail: readonly string[]): unknown {
    if (Array.isArray(value)) {
      // A list in place of one item of a list is flattened: `pages: [{"$ref": "./more-pages.json"}]`.
      return value.flatMap((item: unknown) => {
        const resolved = this.resolve(item, file, trail);
        return Array.isArray(resolved) && isReference(item) ? (resolved as unknown[]) : [resolved];
      });
    }
    if (!isObject(value)) return value;
    const own = this.#resolveKeys(value, file, trail);
    if (!isReference(value)) return own;
    const target = this.#follow(value['$ref'], file, trail);
    if (target === undefined) return own;
    return isObject(target) && isObject(own) ? { ...target, ...own } : target;
  }

  #resolveKeys(value: JsonObject, file: string, trail: readonly string[]): JsonObject {
    const entries = Object.entries(value).filter(([key]) => key !== '$ref');
    return Object.fromEntries(entries.map(([key, child]) => [key, this.resolve(child, file, trail)]));
  }

  #follow(reference: string, file: string, trail: readonly string[]): unknown {
    const target = posix.normalize(
      reference.startsWith('/') ? reference.slice(1) : posix.join(posix.dirname(file), reference),
    );
    if (target.startsWith('../') || target === '..') return this.#fail(file, reference, 'points outside the site');
    if (trail.includes(target)) return this.#fail(file, reference, `is a cycle: ${[...trail, target].join(' → ')}`);
    if (trail.length > maxTrail) return this.#fail(file, reference, `is nested deeper than ${maxTrail} files`);
    if (++this.#followed > maxReferences)
      return this.#fail(file, reference, `exceeds the limit of ${maxReferences} references`);
    const content = this.#readJson(target);
    if (content === undefined)
      return this.#fail(file, reference, `names "${target}", which is not a JSON file of the site`);
    return this.resolve(content, target, [...trail, target]);
  }

  #readJson(path: string): unknown {
    if (this.#files.has(path)) return this.#files.get(path);
    const bytes = this.#source.read(path);
    const parsed = bytes === undefined ? undefined : parseJson(decodeText(bytes).text);
    const value = parsed?.ok === true ? parsed.value : undefined;
    this.#files.set(path, value);
    return value;
  }

  #fail(file: string, reference: string, why: string): undefined {
    this.#report({
      path: file,
      severity: 'error',
      code: 'config-ref',
      message: `$ref ${describe(reference)} ${why}.`,
      fix: 'Set $ref to the path of a JSON file in this repository, relative to the file that contains it.',
    });
    return undefined;
  }
}

function isReference(value: unknown): value is JsonObject & { readonly $ref: string } {
  return isObject(value) && Object.hasOwn(value, '$ref') && typeof value['$ref'] === 'string';
}
