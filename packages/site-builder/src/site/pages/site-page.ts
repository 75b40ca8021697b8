import type { JsonObject } from '../../text/json-object.ts';
import type { ApiGeneratedPage } from '../specs/api-spec.ts';

/** One page of the site before it is rendered. */
export interface SitePage {
  /** Extension-less: `guides/start`. */
  readonly path: string;
  /** The `.mdx` or `.md` file, or the specification of a generated page. */
  readonly sourcePath: string;
  readonly frontmatter: JsonObject;
  /** Text after the frontmatter, with blank lines in place of the frontmatter; `''` for a generated page. */
  readonly body: string;
  /** Whether it has its own feed. */
  readonly hasFeed: boolean;
  readonly api: ApiGeneratedPage | undefined;
  /** SHA-256 of what the page is written as: its file, or what the specification says of it. */
  readonly digest: string;
  readonly frontmatterProblem: { readonly message: string; readonly line: number } | undefined;
  readonly invalidUtf8: boolean;
  /** Larger than the limit: nothing of it was read. */
  readonly tooLarge: boolean;
  /** Its text is not in the repository. */
  readonly isLfsPointer: boolean;
}
