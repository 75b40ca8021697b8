/** What the parts of this folder tell each other. Spec documents stay JSON: they are read through `read-json.ts` only. */
import type { Issue } from '../../issues/issue.ts';
import type { IconSpec } from '../../markup/icon-spec.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export const httpMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;
export type HttpMethod = (typeof httpMethods)[number];

/** One specification file, read and brought to OpenAPI 3.x or AsyncAPI 3 form. */
export interface ApiSpec {
  /** Path of the file inside the site. */
  readonly path: string;
  readonly kind: 'openapi' | 'asyncapi';
  /** As the file says it: `3.1.0`; a converted 2.0 file still says `2.0`. */
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly root: JsonObject;
  /** What was made of nodes of the document, which never change: pages of one spec show the same schemas again and again. */
  readonly cache: { readonly schemas: WeakMap<object, unknown>; readonly yaml: WeakMap<object, string> };
  /** Another file of the site that a `$ref` leads to, its own references anchored; undefined when it can't be read. */
  readFile(path: string): Json | undefined;
  /** What was found to be wrong with it so far, each fault once: more is found while its parts are described. */
  readonly faults: readonly Issue[];
  /** Makes one fault of each reference that leads nowhere, however often it is met. */
  reportBrokenRef(ref: string): void;
}

/** What one page documents. `manual` is an endpoint written in the frontmatter (`api: POST https://…`) without a spec. */
export type ApiReference =
  | { readonly kind: 'operation'; readonly spec: ApiSpec; readonly path: string; readonly method: string }
  | { readonly kind: 'webhook'; readonly spec: ApiSpec; readonly name: string; readonly method: string }
  | { readonly kind: 'schema'; readonly spec: ApiSpec; readonly name: string }
  | { readonly kind: 'channel'; readonly spec: ApiSpec; readonly name: string }
  | { readonly kind: 'manual'; readonly method: string; readonly url: string };

/** Names a reference within the site: two references to one operation have the same key. */
export function referenceKey(reference: ApiReference): string {
  switch (reference.kind) {
    case 'operation':
      return `${reference.spec.path} ${reference.method} ${reference.path}`;
    case 'webhook':
      return `${reference.spec.path} webhook ${reference.name} ${reference.method}`;
    case 'schema':
    case 'channel':
      return `${reference.spec.path} ${reference.kind} ${reference.name}`;
    case 'manual':
      return `${reference.method} ${reference.url}`;
  }
}

/** A page that a navigation node with `openapi` or `asyncapi` gives, without a file in the repository. */
export interface ApiGeneratedPage {
  readonly kind: 'page';
  /** Extension-less page path by the URL rule of the format. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly reference: ApiReference;
  /** `GET`, `WEBHOOK`, `WSS`…, for the badge in the sidebar. */
  readonly method: string;
  readonly deprecated: boolean;
  /** `x-hidden`: a page, but not in the sidebar. */
  readonly hidden: boolean;
  /** Reader groups of `x-mint.groups`. */
  readonly readerGroups: readonly string[];
  /** MDX that `x-mint.content` puts before the reference. */
  readonly content: string;
  /** Frontmatter of `x-mint.metadata`. */
  readonly metadata: JsonObject;
}
export interface ApiGeneratedGroup {
  readonly kind: 'group';
  readonly label: string;
  readonly icon?: IconSpec;
  readonly entries: readonly ApiGeneratedEntry[];
}
export type ApiGeneratedEntry = ApiGeneratedPage | ApiGeneratedGroup;
