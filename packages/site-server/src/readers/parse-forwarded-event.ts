import { readMethods, joinRead } from './agent-read.ts';
import { splitCode } from './copied-code.ts';
import { otherNames } from './distinct-names.ts';
import type { ReaderEvent } from './event.ts';
import { isRecord, parseEvent, readId, readText, ReportRefused, type ReportedEvent } from './parse-events.ts';

export interface ForwardingContext {
  /** Whether the site has a page that is counted under this name. */
  readonly hasPage: (path: string) => boolean;
  readonly nowMs: number;
  /** Maximum age of an event. */
  readonly maxAgeMs: number;
}

type Fields = Record<string, unknown>;

/**
 * Parses an event as stored by another host. It is validated as if a page had just reported it, so that only data that
 * a report can contain is stored. A name that was replaced with `(other)` is kept.
 * @throws ReportRefused
 */
export function parseForwardedEvent(value: unknown, context: ForwardingContext): ReaderEvent {
  if (!isRecord(value)) throw new ReportRefused('an event must be a JSON object', 'not_an_event');
  const { atMs, ...event } = readAgent(value, context) ?? readReported(value, context);
  const { visitor, isAi } = value;
  if (typeof visitor !== 'string' || !/^[0-9a-f]{32}$/.test(visitor))
    throw new ReportRefused('visitor must be 32 lowercase hexadecimal digits');
  if (typeof isAi !== 'boolean') throw new ReportRefused('isAi must be true or false');
  return { ...event, at: new Date(atMs).toISOString(), visitor, isAi };
}

/**
 * Reads an agent's read. Agents don't send reports: the host itself counted their reads, with the read method in the
 * target.
 */
function readAgent(fields: Fields, context: ForwardingContext): ReportedEvent | undefined {
  const isView = fields['kind'] === 'view' && fields['isAi'] === true && typeof fields['target'] === 'string';
  if (!isView && fields['kind'] !== 'agent_read') return undefined;
  const kind = isView ? 'view' : 'agent_read';
  const path = fields['path'];
  if (typeof path !== 'string' || (!isView && path !== ''))
    throw new ReportRefused('path must be that of a page, and empty for events without a page');
  if (isView && !context.hasPage(path)) throw new ReportRefused('path is not a page of the site', 'unknown_page');
  const { path: via, language: tool } = splitCode(typeof fields['target'] === 'string' ? fields['target'] : '');
  const road = readMethods.find((known) => known === via);
  if (road === undefined) throw new ReportRefused(`target must start with one of ${readMethods.join(', ')}`);
  const target = joinRead({ via: road, tool: tool === '' ? '' : readText({ tool }, 'tool', maxTool) });
  if (target !== fields['target']) throw new ReportRefused('target must contain the type of read and at most one tool');
  return { ...readId(fields, context), kind, path, referrer: null, query: null, target, results: null };
}

/** Maximum length of a tool's name. Docwright itself defines the tools. */
const maxTool = 60;

function readReported(fields: Fields, { hasPage, ...context }: ForwardingContext): ReportedEvent {
  const { kind, path, target, referrer } = fields;
  // The host that stored the event had no such page, but a newer version may have it.
  const findPage = (named: string): string | undefined => (kind !== 'not_found' && hasPage(named) ? named : undefined);
  const isOther = {
    path: kind === 'not_found' && path === otherNames,
    target: (kind === 'outlink' || kind === 'playground_call') && target === otherNames,
    referrer: (kind === 'view' || kind === 'not_found') && referrer === otherNames,
  };
  const event = parseEvent(
    {
      ...fields,
      ...named(kind, target),
      path: isOther.path || path === '' ? '/' : path,
      referrer: isOther.referrer ? undefined : toAddress(referrer),
      results: fields['results'] ?? undefined,
      ...(isOther.target && { target: 'https://other.invalid', method: 'GET', operation: '/', status: 'none' }),
    },
    { findPage, host: '', ...context },
  );
  return {
    ...event,
    ...(isOther.path && { path: otherNames }),
    ...(isOther.target && { target: otherNames }),
    ...(isOther.referrer && { referrer: otherNames }),
    ...(path === '' && { path: requireNoPage(event) }),
  };
}

/** Accepts only searches and exits, which don't belong to a page. */
function requireNoPage({ kind }: ReportedEvent): string {
  if (kind === 'search' || kind === 'search_click' || kind === 'outlink') return '';
  throw new ReportRefused('path must not be empty', 'unknown_page');
}

/** Returns the parts of a target, as pages report them. */
function named(kind: unknown, target: unknown): Fields {
  if (typeof target !== 'string') return {};
  const [first, second, third, ...rest] = target.split('\n');
  if (rest.length > 0 || (kind === 'code_copy' && third !== undefined))
    throw new ReportRefused('target has too many lines');
  if (kind === 'code_copy') return { language: first, line: second };
  return kind === 'playground_call' ? { method: first, operation: second, status: third } : {};
}

/** @throws ReportRefused for an invalid host name */
function toAddress(referrer: unknown): string | undefined {
  if (referrer === null || referrer === undefined) return undefined;
  const address = typeof referrer === 'string' ? `https://${referrer}/` : '';
  if (URL.parse(address)?.hostname !== referrer) throw new ReportRefused('referrer must be a host name');
  return address;
}
