/**
 * Parts of a page that depend on its reader. A build for one audience has no conditions, and each function writes
 * its input unchanged.
 */
import type { Condition } from '@docwright/site-access/rules';
import type { Html } from '../markup/html.ts';
import { allOf, anyOf, type NavigationView, type Outcome, type OtherVersion } from '../site/index.ts';
import type { ThemeSite } from './theme-site.ts';

interface Conditional<T> {
  readonly when?: Condition;
  readonly otherwise?: T;
}

/** Part of a list. */
export interface Item {
  readonly when?: Condition | undefined;
  readonly html: Html;
}

/** Writes `html` for readers who meet `when`, or for everyone if `when` is `undefined`. */
export function writeIf(site: ThemeSite, when: Condition | undefined, html: Html, otherwise: Html = ''): Html {
  return when === undefined || site.readers === undefined ? html : site.readers.choices.piece(when, html, otherwise);
}

/** Begins text for readers who meet `when`; `closePiece` ends it. For writers that append to their output. */
export function openPiece({ readers }: ThemeSite, when: Condition | undefined): Html {
  return when === undefined || readers === undefined ? '' : readers.choices.open(when);
}

export function closePiece({ readers }: ThemeSite, when: Condition | undefined): Html {
  return when === undefined || readers === undefined ? '' : readers.choices.close();
}

/** Writes the first alternative that a reader sees. */
export function writeFirst<T extends Conditional<T>>(site: ThemeSite, item: T, write: (item: T) => Html): Html {
  const { when, otherwise } = item;
  return when === undefined
    ? write(item)
    : writeIf(site, when, write(item), otherwise === undefined ? '' : writeFirst(site, otherwise, write));
}

/** Returns the condition under which readers see one of the alternatives. */
export function whenSeen<T extends Conditional<T>>({ when, otherwise }: T): Condition | undefined {
  return otherwise === undefined ? when : anyOf([when, whenSeen(otherwise)]);
}

/** Writes a list and its enclosing markup, for readers who see at least one item. */
export function writeList(site: ThemeSite, items: readonly Item[], wrap: (html: Html) => Html): Html {
  if (items.length === 0) return '';
  return writeIf(site, whenAny(items), wrap(items.map(({ when, html }) => writeIf(site, when, html)).join('')));
}

export function whenAny(items: readonly { readonly when?: Condition | undefined }[]): Condition | undefined {
  return anyOf(items.map(({ when }) => when));
}

/** Returns the condition under which readers see at least two items. */
export function whenTwo(items: readonly { readonly when?: Condition | undefined }[]): Condition | undefined {
  return anyOf(items.flatMap(({ when }, index) => items.slice(index + 1).map((other) => allOf(when, other.when))));
}

/** Writes a part that is the same for all readers of an outcome. */
export function writeOutcomes<T>(
  { readers }: ThemeSite,
  { outcomes, fixed }: PerOutcome<T>,
  write: (value: T) => Html,
): Html {
  if (readers === undefined || outcomes === undefined) return write(fixed);
  return readers.choices.outcomes(outcomes.map(({ when, value }) => ({ when, value: write(value) })));
}

export interface PerOutcome<T> {
  readonly outcomes: readonly Outcome<T>[] | undefined;
  /** Used if nothing depends on readers. */
  readonly fixed: T;
}

export function otherVersionOf({ perReader, otherVersion }: NavigationView): PerOutcome<OtherVersion | undefined> {
  return { outcomes: perReader?.otherVersion, fixed: otherVersion };
}

/** Returns the condition under which readers see the target of a link within the site. */
export function whenLink({ readers }: ThemeSite, href: string | undefined): Condition | undefined {
  return readers?.whenLink(href);
}
