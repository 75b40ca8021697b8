import type { Transaction } from 'kysely';
import { ApiError } from '../../../platform/http/index.ts';
import { insertUse, lockBucket, type RateLimitTables } from './store.ts';
import { countOf } from '../../../platform/words/count-of.ts';

export interface RateLimit {
  /** Name in the `RateLimit` headers. */
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

/** Jobs that a project may start in a sliding hour. */
export const agentJobLimit: RateLimit = { name: 'agent-jobs', limit: 100, windowSeconds: 3600 };
export const agentMessageLimit: RateLimit = { name: 'agent-messages', limit: 100, windowSeconds: 3600 };
/** Exports in the project form of static export that an organization may start in a sliding hour. */
export const projectExportLimit: RateLimit = { name: 'static-exports', limit: 10, windowSeconds: 3600 };
/** Exports in the domain form that an organization may start in a sliding hour. */
export const domainExportLimit: RateLimit = { name: 'static-exports-by-domain', limit: 300, windowSeconds: 3600 };

/** Production and preview deployments that an organization may request. */
export const deploymentLimit: RateLimit = { name: 'deployments', limit: 10, windowSeconds: 10 };
export const previewLimit: RateLimit = { name: 'previews', limit: 5, windowSeconds: 60 };
/** Fork previews that a project may start in a sliding hour if they need no approval. */
export const forkPreviewLimit: RateLimit = { name: 'fork-previews', limit: 30, windowSeconds: 3600 };
/** Fork previews for one pull request, so that frequent pushes to it don't block other previews. */
export const forkPreviewsOfOneLimit: RateLimit = { name: 'fork-previews-of-one', limit: 6, windowSeconds: 3600 };
/** DNS checks of its domains that an organization may request. */
export const domainCheckLimit: RateLimit = { name: 'domain-checks', limit: 30, windowSeconds: 60 };
/** Comments that one person or key may write or change. */
export const commentLimit: RateLimit = { name: 'comments', limit: 30, windowSeconds: 60 };

/** Headers with the remaining uses of a limit (IETF draft `ratelimit-headers`). */
export type RateLimitHeaders = Readonly<Record<string, string>>;

/**
 * Counts one use inside the caller's transaction: the use counts only if the transaction commits.
 * @throws ApiError `rate_limited` with `Retry-After`, after which one use is available.
 */
export async function takeUse(
  tx: Transaction<RateLimitTables>,
  rule: RateLimit,
  ownerId: string,
): Promise<RateLimitHeaders> {
  const bucket = `${rule.name}:${ownerId}`;
  await lockBucket(tx, bucket);
  const { used, freeInMs } = await insertUse(tx, { ...rule, bucket });
  const freeInSeconds = Math.max(1, Math.ceil(freeInMs / 1000));
  const left = Math.max(0, rule.limit - used - 1);
  const headers = {
    'ratelimit-policy': `"${rule.name}";q=${rule.limit};w=${rule.windowSeconds}`,
    ratelimit: `"${rule.name}";r=${left};t=${used < rule.limit ? rule.windowSeconds : freeInSeconds}`,
  };
  if (used < rule.limit) return headers;
  throw refusalOf(rule, freeInMs);
}

/** Creates the error for a refused use. */
export function refusalOf(rule: RateLimit, freeInMs: number): ApiError {
  const { name, limit, windowSeconds } = rule;
  const seconds = String(Math.max(1, Math.ceil(freeInMs / 1000)));
  return new ApiError(
    'rate_limited',
    `The limit of ${countOf(limit, 'request')} ${describeWindow(rule)} is reached. Try again in ${seconds} s.`,
    {
      headers: {
        'ratelimit-policy': `"${name}";q=${limit};w=${windowSeconds}`,
        ratelimit: `"${name}";r=0;t=${seconds}`,
        'retry-after': seconds,
      },
    },
  );
}

const describeWindow = ({ windowSeconds }: RateLimit): string =>
  windowSeconds === 3600 ? 'per hour' : `in ${countOf(windowSeconds, 'second')}`;
