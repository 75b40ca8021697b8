import * as forwarded from '../../modules/readers/assistant/forwarded-store.ts';
import { mayReadMore, type Place, type SamplesOf } from './sample.ts';

const threadKeyOf = (at: Place): string => `thread_${Math.floor(at.n / 3)}`;

export const forwardedSamples: SamplesOf<typeof forwarded> = {
  insertForwardedMessage: mayReadMore('counts a project’s messages of 24 hours, 5,000 at most', (db, at) =>
    forwarded.insertForwardedMessage(
      db,
      {
        projectId: at('proj'),
        threadKey: threadKeyOf(at),
        messageId: 'forwarded',
        askedAt: new Date(),
        path: '/',
        question: 'q',
        answerId: 'a',
        answer: 't',
        sources: [],
        outcome: 'answered',
        asker: null,
        model: 'm',
        inputTokens: 1,
        outputTokens: 1,
      },
      5_000,
    ),
  ),
  hasMessage: (db, at) => forwarded.hasMessage(db, { threadKey: threadKeyOf(at), messageId: 'forwarded' }),
  saveForwardedRating: (db, at) =>
    forwarded.saveForwardedRating(db, {
      threadKey: threadKeyOf(at),
      answerId: at('answer'),
      voteId: '0196a000-0000-7000-8000-000000000000',
      rating: 'up',
    }),
};
