import type { FollowUpMode } from '@docwright/contract';
import type { HostComment } from './host-event.ts';
import { findOwnWords, removeComments } from './own-words.ts';

/** Start of the markers in our own comments, on which we never act. */
const ownMarker = '<!-- docwright';

export type CommentVerdict =
  | {
      readonly kind: 'request';
      readonly prompt: string;
      /** False for a review comment that counts without a mention. */
      readonly isMention: boolean;
    }
  | { readonly kind: 'ignored'; readonly reason: string };

/** Whether a comment is meant for the agent, judging by its text; its author is checked afterwards. */
export function judgeComment(
  comment: Pick<HostComment, 'body' | 'author' | 'isReview' | 'place'>,
  rules: { readonly followUps: FollowUpMode; readonly mention: string },
): CommentVerdict {
  const { body, author, isReview } = comment;
  if (rules.followUps === 'off') return ignored('requests in comments are turned off');
  if (body.includes(ownMarker)) return ignored('the agent wrote the comment itself');
  if (author.isBot) return ignored(`${author.name} is a bot`);
  const isMention = mentions(body, rules.mention);
  const isMeant = isMention || (isReview && rules.followUps === 'review');
  if (!isMeant) return ignored(`it does not mention ${rules.mention}`);
  const prompt = toPrompt(comment, rules.mention);
  return prompt === undefined ? ignored('it contains only the mention') : { kind: 'request', prompt, isMention };
}

const ignored = (reason: string): CommentVerdict => ({ kind: 'ignored', reason });

/** Whether a comment mentions the agent. A name in a quotation or in code doesn't count. */
const mentions = (body: string, mention: string): boolean => toPattern(mention, 'i').test(findOwnWords(body));

/** Returns a pattern that matches `@docwright`, but not `me@docwright.example` or `@docwright-bot`. */
const toPattern = (mention: string, flags: string): RegExp =>
  new RegExp(String.raw`(?<![\w@/.-])${mention.replaceAll(/[^\w@/]/g, String.raw`\$&`)}(?![\w-])[,:]?`, flags);

function toPrompt({ body, place }: Pick<HostComment, 'body' | 'place'>, mention: string): string | undefined {
  const text = removeComments(body).replaceAll(toPattern(mention, 'gi'), '').trim();
  if (text === '') return undefined;
  if (place === null) return text;
  const line = place.line === null ? '' : `, line ${place.line}`;
  return `${text}\n\n(A review comment on ${toName(place.path)}${line}.)`;
}

/** Quotes a file name as JSON if it could be read as a request: anyone who proposes a change can choose file names. */
const toName = (path: string): string =>
  /^[\w./@+-]{1,200}$/.test(path)
    ? path
    : JSON.stringify(path.replaceAll(/[\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, '').slice(0, 200));
