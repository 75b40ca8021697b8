import { trimEndOf } from '../../text/trim-end.ts';
import { toInstruction } from '../gerunds.ts';
import { described, isHarmless } from './harmless.ts';
import { quoteClose, quotedParts, quoteOpen } from '../split-statements.ts';

/** Variants of a statement without words that a person would leave out of an instruction. */
export interface Reduced {
  readonly pattern: string;
  readonly leftOut: readonly string[];
}

const noQuotes = `[^${quoteOpen}${quoteClose}]`;

/** Introductions of a request. "can we" turns it into a question, which the proposal mentions. */
const introductions =
  /^(?:(?:can|could) we(?: please)?(?: just)?|let['’]?s(?: please)?|we (?:should|need to|have to|must|want to|would like to)(?: also)?|i (?:think|believe) (?:that )?we should|i(?:'d|’d| would) (?:like|love) (?:you )?to|i (?:want|need) (?:you )?to|you (?:should|can|need to)|(?:it (?:would|'d|’d) be (?:great|nice|good|helpful|awesome|cool)|i(?:'d|’d| would) appreciate it) if you (?:could|would)|could someone(?: please)?|someone should|(?:please )?(?:make sure|be sure|feel free|remember|go ahead and|try) (?:that |to )?|(?:please )?prepare by|as a first step,?|for now,?|i(?:['’]ve| have)?(?: just)? (?:noticed|saw|spotted|found|realized)(?: that)?,?|(?:it )?(?:looks|seems) like|turns out(?: that)?,?|it['’]?s time to|quick one[:,]|one more thing[:,])\s*/i;
/** Circumstances before a request, up to a comma or colon. */
const circumstances = new RegExp(
  `^(?:(?:for (?:consistency|clarity|readability|accuracy|seo)|to (?:be consistent|be clear|keep \\w+|match|avoid|align|reflect|make)|per|as per|following|because|since|as (?:we|the|it|they|this|our)|now that|given (?:that|the)|due to|small|tiny|quick|minor|nit|(?:\\w+ )?nitpick|[A-Z]{2,10}-\\d+|heads[ -]up|fyi|typo|typos|wording|style|sentence case|(?:us|uk|american|british) (?:english|spelling)|title case|casing|capitalization|naming|terminology|grammar|punctuation|formatting|cleanup|clean-up|spelling|docs?|chore|fix|feat|feature request|request|hey|hi|hello|we|the|our|there|it|this|users|customers|readers|people)\\b${noQuotes}{0,160}?|(?:docs?|chore|fix|feat|style)\\([^()]{1,30}\\))\\s*(?:,(?: so)?|:|;| -| –| —|, and so)\\s+(?:please )?(?=\\S)`,
  'i',
);

/** The beginnings of reasons and remarks. */
const reasons = new RegExp(
  `(?:,|;| -{1,2}| –| —)?\\s+(?:because|since|as (?:it|they|we|the|this|that|our|both)|so (?:that )?(?:it|we|people|readers|users|the|they|that|everyone|everything|our)|which|it(?:['’]s)?|they(?:['’]re)?|that['’]?s|this|we(?:['’]ve|['’]re)?|that is|to (?:match|avoid|reflect|keep|align|improve|fit|make|be)|for (?:consistency|clarity|seo|readability|accuracy|better|the sake)|in order to|given|due to|now that|the (?:old|new|current|former|previous)|people|users|customers|readers|our|everyone|(?:us|uk|american|british|title|sentence) (?:english|spelling|case)|(?:\\p{Lu}[\\p{L}\\p{N}]+ )+(?:is|has|was|renamed))\\b${noQuotes}*$`,
  'giu',
);

/** Maximum number of variants; sentences that people write have fewer. */
const maxReductions = 40;

/**
 * Words that a person would leave out: introductions and circumstances first, then remarks, then reasons, longest last.
 */
export function listReductions(pattern: string): Reduced[] {
  const reductions: Reduced[] = [];
  for (const start of listStarts({ pattern, leftOut: [] })) {
    const bare = withoutBrackets(start);
    for (const each of bare === start ? [start] : [start, bare]) {
      reductions.push(each);
      for (const cut of listCuts(each)) reductions.push(cut);
    }
  }
  return reductions.filter(({ leftOut }) => leftOut.length > 0).slice(0, maxReductions);
}

function listStarts(whole: Reduced): Reduced[] {
  const starts = [whole];
  for (let step = 0, at = whole; step < 3; step += 1) {
    const next = withoutIntroduction(at) ?? withoutCircumstances(at);
    if (next === undefined) break;
    starts.push(next);
    at = next;
  }
  return starts;
}

function withoutIntroduction({ pattern, leftOut }: Reduced): Reduced | undefined {
  const mind = /^(?:would|do) you mind (?=\w+ing\b)/i.exec(pattern)?.[0];
  const found = mind ?? introductions.exec(pattern)?.[0];
  if (found === undefined || found.trim() === '') return undefined;
  const rest = trimEndOf(pattern.slice(found.length), '?');
  const isQuestion = pattern.trimEnd().endsWith('?');
  return { pattern: toInstruction(rest), leftOut: [...leftOut, isQuestion ? `${found.trim()} …?` : found.trim()] };
}

/** "Our competitors say: …": another person asks for it. */
const speech = /\b(?:say|claim|want|think|believe|argue|demand|insist|recommend|ask)s?\s*[:;,]\s*(?:please )?$/i;

function withoutCircumstances({ pattern, leftOut }: Reduced): Reduced | undefined {
  const found = circumstances.exec(pattern)?.[0];
  if (found === undefined || speech.test(found)) return undefined;
  if (!isHarmless(found.replaceAll(described, '').replace(/[:;]\s*$/, ''))) return undefined;
  return {
    pattern: toInstruction(pattern.slice(found.length)),
    leftOut: [...leftOut, found.trim().replace(/[,:;]$/, '')],
  };
}

function withoutBrackets(reduced: Reduced): Reduced {
  const leftOut = [...reduced.leftOut];
  const pattern = reduced.pattern.replace(
    new RegExp(`\\s*\\((?!s\\))(?<remark>[^()${quoteOpen}${quoteClose}/]{2,160})\\)(?=\\s|$|[.,:])`, 'g'),
    (whole: string, remark: string) => {
      if (!isHarmless(remark.replaceAll(described, '').replace(/\bno (?=\w\b)/, ''))) return whole;
      leftOut.push(whole.trim());
      return '';
    },
  );
  return leftOut.length === reduced.leftOut.length ? reduced : { pattern: pattern.trim(), leftOut };
}

/** The text after one of these words belongs to the request. */
const dangling =
  /\b(?:in|on|at|of|to|for|from|with|by|into|under|above|below|and|or|than|the|an?)(?: (?:new|old|all|some|other|most|many|real))?$/i;

function listCuts({ pattern, leftOut }: Reduced): Reduced[] {
  const cuts: Reduced[] = [];
  for (let from = 0; ;) {
    reasons.lastIndex = from;
    const match = reasons.exec(pattern);
    if (match === null) return cuts;
    from = match.index + 1;
    const reason = match[0];
    const rest = trimEndOf(pattern.slice(0, match.index), ' ,;–—-');
    if (dangling.test(rest) || !isHarmless(reason.replaceAll(described, ''))) continue;
    cuts.push({
      pattern: rest,
      leftOut: [...leftOut, reason.trim().replace(/^[,;–—-]+\s*/, '')],
    });
  }
}

const contexts =
  /^(?:we|the|our|it|it's|it’s|this|there|users|customers|readers|people|i|that|they|both|some|many|several)\b/i;
/** "Google moved its page": a statement that begins with a name, not an instruction. */
const named = /^\p{Lu}[\p{L}\p{N}-]*(?: \p{L}+){0,2} /u;
const orders =
  /^(?:add|allow|append|apply|be|bring|build|change|check|clarify|clean|close|compare|confirm|convert|copy|correct|create|cut|delete|describe|do|document|drop|edit|ensure|exclude|expand|explain|extend|find|finish|fix|follow|get|give|go|have|hide|imagine|import|improve|include|insert|let|limit|link|list|look|make|mark|match|mention|merge|move|note|open|pick|point|polish|prefer|prevent|pretend|put|read|redo|refer|reflect|remove|rename|reorder|rephrase|replace|report|reset|restore|restrict|review|rewrite|run|send|set|shorten|show|simplify|sort|split|start|summarize|swap|switch|take|tell|translate|try|turn|tweak|unhide|update|use|verify|watch|work|write)\b/i;
/** Whether a sentence begins like an instruction. */
export const isOrder = (sentence: string): boolean =>
  orders.test(sentence.replace(/^(?:please|also|then|and),? /i, ''));
/** A person may be named because they object. */
const objections =
  /\b(?:against|oppos\w+|veto\w*|object(?:s|ed)?|pending|hypothetical\w*|early|premature\w*|however|although|though|yet|still|wrong\w*|mistakes?|rumou?rs?|idea|suggest\w*|request\w*|prefers?|complain\w*)\b/i;
const stated =
  /\b(?:is|are|was|were|has|have|had|been|be|['’](?:s|ve|re)|renamed|moved|changed|released|shipped|launched|removed|merged|added|dropped|deprecated|got|get|gets|keep|confus\w+|find|found|use|uses|calls?|noticed|saw|reads?|shows?|links?|points?|looks?|seems?|does|do|want|need|think|cop(?:y|ies)|asking|asks|forgot|misspelled|differs?)\b/i;

/** Whether a sentence only describes a past action or a fact. */
export function isContext(pattern: string): boolean {
  const words = pattern.split(/\s+/);
  if (words.length < 3 || words.length > 40 || /[:?]$/.test(pattern)) return false;
  const plain = pattern.replaceAll(described, ' is ').replaceAll(quotedParts, 'x');
  const isAbout = contexts.test(pattern) || (named.test(pattern) && !orders.test(pattern) && !objections.test(plain));
  return isAbout && stated.test(plain) && isHarmless(plain);
}

const verbs =
  /^(?:please |also |then |and )*(?:add|append|change|clarify|create|document|edit|explain in|expand|extend|fix|improve|insert|make|mention|move|polish|put|remove|rename|reorder|reorganize|rephrase|replace|rewrite|set|shorten|simplify|sort|split|translate|tweak|update|write)\b/i;

/** Longer text isn't a simple instruction. */
const maxSourceLength = 2000;

/** Whether words are a separate instruction that isn't understood. */
export function isUnreadInstruction(source: string): boolean {
  if (source.length > maxSourceLength) return false;
  const words = source.replace(/^(?:[-*\u2022+]|\d{1,3}[.)])\s+/, '').replaceAll(/"[^"]*"|`[^`]*`|“[^“”]*”/g, 'x');
  const plain = trimEndOf(words, '.!');
  return verbs.test(plain) && !/[:\n]/.test(plain) && isHarmless(plain);
}
