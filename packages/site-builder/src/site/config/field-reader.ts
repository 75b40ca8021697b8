import type { ReportIssue } from '../../issues/issue.ts';
import { describe, fieldOf } from '../../text/json-object.ts';

/**
 * Reads a configuration file's values one by one. A value of the wrong type is reported with its position and
 * replaced by the default, so that one mistake doesn't affect anything else.
 */
export class FieldReader {
  readonly #file: string;
  readonly #report: ReportIssue;

  constructor(file: string, report: ReportIssue) {
    this.#file = file;
    this.#report = report;
  }

  wrong(place: string, value: unknown, allowed: string): void {
    this.#report({
      path: this.#file,
      severity: 'warning',
      code: 'config-value',
      message: `${place} is ${describe(value)}; allowed: ${allowed}. The default is used.`,
      fix: `Correct ${place} in ${this.#file}.`,
    });
  }

  /** Reports a problem that doesn't concern a single field. */
  problem(code: string, message: string, fix: string): void {
    this.#report({ path: this.#file, severity: 'warning', code, message, fix });
  }

  text(object: unknown, key: string, place: string): string | undefined {
    const value = fieldOf(object, key);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    this.wrong(`${place}.${key}`, value, 'text');
    return undefined;
  }

  flag(object: unknown, key: string, place: string): boolean | undefined {
    const value = fieldOf(object, key);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    this.wrong(`${place}.${key}`, value, 'true, false');
    return undefined;
  }

  choice<const T extends string>(
    object: unknown,
    path: readonly [key: string, place: string],
    allowed: readonly T[],
  ): T | undefined {
    const [key, place] = path;
    const value = fieldOf(object, key);
    if (value === undefined || value === null) return undefined;
    const found = allowed.find((name) => name === value);
    if (found === undefined) this.wrong(`${place}.${key}`, value, allowed.join(', '));
    return found;
  }

  /** Reads a list; a single value counts as a list of one. */
  list(object: unknown, key: string): readonly unknown[] {
    const value = fieldOf(object, key);
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? (value as unknown[]) : [value];
  }

  texts(object: unknown, key: string, place: string): string[] {
    return this.list(object, key).filter((value, index): value is string => {
      if (typeof value === 'string') return true;
      this.wrong(`${place}.${key}[${index}]`, value, 'text');
      return false;
    });
  }

  color(object: unknown, key: string, place: string): string | undefined {
    const value = this.text(object, key, place)?.trim();
    if (value === undefined || value === '') return undefined;
    const hex = value.startsWith('#') ? value : `#${value}`;
    if (/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(hex)) return hex;
    this.wrong(`${place}.${key}`, value, 'a hex color such as #0d9373');
    return undefined;
  }
}
