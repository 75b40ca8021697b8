import { QueryClient } from '@tanstack/react-query';
import { describeError } from './describe-error.ts';

const LONGEST_DELAY_MS = 15_000;

/**
 * Creates a query client, which retries requests until an unreachable service responds. Rejected requests aren't
 * retried.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        networkMode: 'always',
        retry: (_count, error) => describeError(error).isTransient,
        retryDelay: (count) => Math.min(LONGEST_DELAY_MS, 1000 * 2 ** count),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
