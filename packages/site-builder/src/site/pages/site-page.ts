import type { JsonObject } from '../../text/json-object.ts';
import type { ApiGeneratedPage } from '../specs/api-spec.ts';

/** A page before it is rendered. */
export interface SitePage {
  /** Extension-less: `guides/start`. */
  readonly path: string;
  /** The `.mdx` or `.md` file, or the specification of a generated page. */
  readonly sourcePath: string;
  readonly frontmatter: JsonObject;
  /** Text after the frontmatter, with blank lines in place of the frontmatter; `''` for a generated page. */
  readonly body: string;
  /** Whether the page has its own feed. */
  readonly hasFeed: boolean;
  readonly api: ApiGeneratedPage | undefined;
  /** SHA-256 of the page's source: its file, or its part of the specification. */
  readonly digest: string;
  readonly frontmatterProblem: { readonly message: string; readonly line: number } | undefined;
  readonly invalidUtf8: boolean;
  /** Whether the file is larger than the limit and wasn't read. */
  readonly tooLarge: boolean;
  /** Whether the file is a Git LFS pointer, whose text is not in the repository. */
  readonly isLfsPointer: boolean;
}
