import type { AccessRule, AccessStatement } from '@docwright/site-access/rules';

/** A page's readers, and every statement that restricts them. */
export interface PageRule {
  /** `undefined` if everyone may read the page. */
  readonly rule: AccessRule | undefined;
  readonly statements: readonly AccessStatement[];
}
