import { sendText, type Exchange } from '@docwright/site-server';
import { LookUpBudget } from './look-up-budget.ts';

/** Where an authority looks for what it asked for (RFC 8555, 8.3). */
export const challengePrefix = '/.well-known/acme-challenge/';

export interface ChallengeQuestion {
  readonly token: string;
  readonly domain: string;
}

const tokenForm = /^[\w-]{16,200}$/;
const questionsPerSecond = 50;

/** What any edge answers of an order that one of them has made. False where the path is the site's own. */
export function createAnswerChallenge(
  find: (question: ChallengeQuestion) => Promise<string | undefined>,
  nowMs: () => number,
) {
  const budget = new LookUpBudget(questionsPerSecond, nowMs);
  return async (exchange: Exchange, domain: string, pathname: string): Promise<boolean> => {
    const token = pathname.slice(challengePrefix.length);
    if (!pathname.startsWith(challengePrefix) || !tokenForm.test(token)) return false;
    budget.take();
    const answer = await find({ token, domain });
    if (answer === undefined) return false;
    sendText(exchange, 200, answer);
    return true;
  };
}
