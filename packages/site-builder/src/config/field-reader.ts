import type { IconSpec } from '../model.ts';
import type { Issue } from '../issue.ts';

export type JsonObject = Readonly<Record<string, unknown>>;
export type ReportIssue = (issue: Issue) => void;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own keys only: `__proto__` and `constructor` of a file are keys like any other. */
export function fieldOf(object: unknown, key: string): unknown {
  return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * Reads the values of a configuration file one by one. A value of the wrong type is reported with its place and replaced by
 * the default, so that one mistake never costs more than itself.
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

  /** A problem that stands for itself. */
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

  /** A list; a single value stands for a list of one. */
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
    this.wrong(`${place}.${key}`, value, 'a hex colour such as #0d9373');
    return undefined;
  }
}

/** An icon as the configuration or frontmatter writes it: a name, or an object with name, style and library. */
export function toIconSpec(value: unknown, style?: unknown): IconSpec | undefined {
  if (typeof value === 'string') {
    if (value.trim() === '') return undefined;
    return typeof style === 'string' ? { name: value.trim(), style } : { name: value.trim() };
  }
  const name = fieldOf(value, 'name');
  if (typeof name !== 'string' || name === '') return undefined;
  const ownStyle = fieldOf(value, 'style') ?? style;
  const library = fieldOf(value, 'library');
  return {
    name,
    ...(typeof ownStyle === 'string' ? { style: ownStyle } : {}),
    ...(library === 'fontawesome' || library === 'lucide' || library === 'tabler' ? { library } : {}),
  };
}

/** A value for a message: short, and never the whole of a large object. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `"${value.length > 80 ? `${value.slice(0, 77)}…` : value}"`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}
