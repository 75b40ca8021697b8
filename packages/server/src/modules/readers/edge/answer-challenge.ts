import { FairBudget, sendText, type Exchange } from '@docwright/site-server';
import { takeLookup } from './take-look-up.ts';

/** The path that an authority requests (RFC 8555, 8.3). */
export const challengePrefix = '/.well-known/acme-challenge/';

export interface ChallengeQuestion {
  readonly token: string;
  readonly domain: string;
}

export interface OpenChallenge extends ChallengeQuestion {
  readonly answer: string;
}

export interface ChallengeDeps {
  /** All challenges of open orders. */
  readonly listOpen: () => Promise<readonly OpenChallenge[]>;
  readonly find: (question: ChallengeQuestion) => Promise<string | undefined>;
  readonly nowMs: () => number;
}

const tokenForm = /^[\w-]{16,200}$/;
/** Maximum number of requests per second without a matching open order. */
const questionsPerSecond = 50;
const listedMs = 1_000;

/**
 * Answers the authority's requests about orders of any edge. The callback returns false if the path is the site's own.
 *
 * 1. The challenges of open orders are listed at most once a second, and requests about them are answered from memory.
 * 2. Only other requests query the database, and each client has a share of these queries, so no client can block the
 *    response to an authority, which sends requests from its own addresses.
 */
export function createAnswerChallenge({ listOpen, find, nowMs }: ChallengeDeps) {
  const budget = new FairBudget({ units: questionsPerSecond, windowMs: 1_000, nowMs });
  let open: ReadonlyMap<string, string> = new Map();
  let listedAtMs = Number.NEGATIVE_INFINITY;
  let listing: Promise<void> | undefined;
  const list = async (): Promise<void> => {
    listedAtMs = nowMs();
    open = new Map((await listOpen()).map(({ token, domain, answer }) => [`${token} ${domain}`, answer]));
  };
  /** @throws LookupLimitReached; any error of `find` */
  const answerOf = async ({ token, domain }: ChallengeQuestion, network: string): Promise<string | undefined> => {
    const name = `${token} ${domain}`;
    if (!open.has(name) && nowMs() - listedAtMs >= listedMs)
      listing ??= list().finally(() => {
        listing = undefined;
      });
    // If the list can't be read, the lookup below reports the error.
    await listing?.catch(() => undefined);
    const known = open.get(name);
    if (known !== undefined) return known; // 1
    takeLookup(budget, network); // 2
    const found = await find({ token, domain });
    if (found !== undefined) budget.giveBack([network]);
    return found;
  };
  return async (
    exchange: Exchange,
    question: { readonly domain: string; readonly pathname: string },
    network: string,
  ) => {
    const { domain, pathname } = question;
    const token = pathname.slice(challengePrefix.length);
    if (!pathname.startsWith(challengePrefix) || !tokenForm.test(token)) return false;
    const answer = await answerOf({ token, domain }, network);
    if (answer === undefined) return false;
    sendText(exchange, 200, answer);
    return true;
  };
}
