import { sendJson } from '@docwright/site-server';
import type { HttpExchange } from '@docwright/site-server';
import type { Passage, SiteKnowledge } from '../knowledge/site-knowledge.ts';
import { readCount, readFilter } from './parse-message.ts';
import { readJsonBody } from './read-body.ts';
import { ServiceError } from './service-error.ts';

const MAX_QUERY_CHARS = 1_000;

/**
 * Answers GET from the search dialog, with one request for each key press (`q`, `scope`, `language`, `limit`), and POST
 * from programs, as in the discovery API (`query`, `pageSize`, `scoreThreshold`, `filter`).
 */
export async function answerSearch(exchange: HttpExchange, query: string, knowledge: SiteKnowledge): Promise<void> {
  const { request } = exchange;
  if (request.method === 'GET' || request.method === 'HEAD') return answerDialog(exchange, query, knowledge);
  if (request.method !== 'POST')
    throw new ServiceError('method-not-allowed', 'send GET with `q`, or POST with `query`');
  const body = await readJsonBody(request);
  const fields = new Map<string, unknown>(Object.entries(Object(body)));
  const threshold = Number(fields.get('scoreThreshold') ?? 0);
  if (!(threshold >= 0 && threshold <= 1))
    throw new ServiceError('request-invalid', '`scoreThreshold` must be a number from 0 to 1');
  const { passages } = await knowledge.search(readQuery(fields.get('query'), 'query'), {
    limit: readCount(fields.get('pageSize'), 'pageSize', { most: 50, other: 10 }),
    scoreThreshold: threshold,
    filter: readFilter(fields.get('filter')),
  });
  sendJson(exchange, 200, passages.map(toResult));
}

async function answerDialog(exchange: HttpExchange, query: string, knowledge: SiteKnowledge): Promise<void> {
  const parameters = new URLSearchParams(query);
  const language = (parameters.get('language') ?? '').slice(0, 40);
  const { passages, didYouMean } = await knowledge.search(readQuery(parameters.get('q'), 'q'), {
    limit: readCount(parameters.get('limit'), 'limit', { most: 50, other: 10 }),
    scope: (parameters.get('scope') ?? '').slice(0, 200),
    ...(language === '' ? {} : { language }),
  });
  const hits = passages.map(({ content, ...hit }) => ({ ...hit, snippet: content }));
  sendJson(exchange, 200, { hits, didYouMean });
}

function readQuery(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw new ServiceError('request-invalid', `\`${name}\` must contain the search query`);
  if (value.length > MAX_QUERY_CHARS)
    throw new ServiceError(
      'request-invalid',
      `\`${name}\` has ${value.length} characters; at most ${MAX_QUERY_CHARS} are allowed`,
    );
  return value;
}

function toResult({ content, path, ...metadata }: Passage) {
  return { content, path, metadata };
}
