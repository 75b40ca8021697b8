/** The content words of a question, in a form that can be compared with a page's words. */

/** Words that occur in questions about anything, in the languages of most documentation. */
const empty: ReadonlySet<string> = new Set(
  `a about after again all also am an and any anybody anyone anything are as ask at be because been before being between both but by can cannot come comes could did do does doing done
  down each else ever every find first for from further get gets getting give given go going gone got had happen happens has have having he help her here hers him his how i if in inside instead into is it its
  just keep know let like look made make makes making many may maybe me mean means might mine more most much must my need needed needs no not now of off on once one only or other our out over own please
  possible same say says see set shall she should show so some somebody someone something such take takes tell than that the their them then there these they thing things this those through to too
  toward try trying under until up upon us use used user users uses using very via want wants was way ways we were what whatever when where whether which while who whole whom whose why will with within without work working works would yes you your yours
  can't don't doesn't isn't won't what's how's i'm i've it's
  aber alle als am an auch auf aus bei bin bis da damit das dass dem den der des die dies diese dieser durch ein eine einem einen einer er es für geht gibt habe haben hat ich ihr im in ist ja kann kein keine können man mein mich mir mit muss nach nicht noch nur ob oder ohne sein sich sie sind so über um und uns von vor warum was welche welcher wenn wer werden wie wieso wird wo wozu zu zum zur
  au aux avec ce ces cette comment dans de des du elle en est et être faire il ils je la le les leur mais me mes mon ne nous on ou où par pas peut peux plus pour pourquoi quand que quel quelle quels qui quoi sa se ses son sont sur ta te tes ton tu un une vos votre vous
  al algo como cómo con cuál cuando cuándo de del dónde donde el ella en es esta este esto está hace hacer hay la las lo los más me mi mis muy no nos o para pero por porque puedo qué que quién se ser si sin sobre son su sus también tengo tiene un una uno usar y yo
  com como da das de do dos é ela ele em eu fazer isso mais na não nas no nos o os ou onde para pelo por posso qual quando que quem se sem seu sua são um uma você
  che chi ci come con cosa cui da dei del della delle di dove è e gli ho i il in io la le lo ma mi nel nella non o per perché più posso quale quando questo questa se si sono su un una uno`.split(
    /\s+/,
  ),
);

const marks = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]+/gu;
/** Whether text has words without spaces between them. */
export function isUnspaced(text: string): boolean {
  return marks.test(text);
}

const token = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** Stems a word. Simple rules are enough: both sides use them, and at worst, a wrong stem merges two rare words. */
function toStem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const stem = word
    .replace(/(?:'s|’s)$/, '')
    .replace(/ies$/, 'y')
    .replace(/(?:ations?|ators?|ating|ated|ates?)$/, 'at')
    .replace(/(?<=.{3})(?:ings?|ments?|ers?|ors?|ed|es|ly|s|en|e)$/, '')
    .replace(/([^aeiouls])\1$/, '$1');
  return stem.replace(/(?<=.{2})y$/, 'i');
}

/**
 * Unique stems of all words of a text, in order of appearance; text without spaces between words produces pairs of
 * characters.
 */
export function stemsOf(text: string): Set<string> {
  const lower = text.normalize('NFKC').toLowerCase();
  const words = new Set(splitNames(lower === text ? text : `${lower}\n${humps(text)}`));
  const stems = new Set<string>();
  // Each distinct word is stemmed only once, because a page repeats most of its words.
  for (const word of words) stems.add(toStem(word));
  return stems;
}

/**
 * Matches words such as `createAgentJob`, which count as one word and also as three. The lookbehind ensures that each
 * run is scanned once.
 */
const hump = /(?<!\p{Ll})\p{Ll}+\p{Lu}[\p{L}\p{N}]*/gu;

function humps(text: string): string {
  const names = text.match(hump) ?? [];
  return names.map((name) => name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase()).join(' ');
}

function splitNames(text: string): string[] {
  const words = text.match(token) ?? [];
  if (!marks.test(text)) return words;
  return words.flatMap((word) => {
    const runs = word.match(unspaced);
    return runs === null ? [word] : runs.flatMap(pairsOf);
  });
}

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  return characters.length === 1 ? characters : characters.slice(1).map((last, index) => `${characters[index]}${last}`);
}

/** Removes generic question words from a question, unless it consists only of such words. */
export function contentWords(question: string): string {
  const words =
    question
      .normalize('NFKC')
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'_./-]*/gu) ?? [];
  const kept = words.filter((word) => !empty.has(word.toLowerCase()));
  return (kept.length === 0 ? words : kept).join(' ');
}

/** The stems of the question's content words, without duplicates. */
export function questionStems(question: string): string[] {
  return [...stemsOf(contentWords(question))];
}

/**
 * Names in a question: capitalized words that don't begin a sentence. If most words are capitalized, they don't count,
 * because the question is a title or in a language that capitalizes nouns.
 */
export function namesOf(question: string): string[] {
  const sentences = question.normalize('NFKC').split(/[.!?:]\s+/);
  const words = sentences.map((sentence) => sentence.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'._/-]*/gu) ?? []);
  const capital = words.flatMap(([, ...within]) => within).filter((word) => /^\p{Lu}./u.test(word));
  if (capital.length * 2 > words.flat().length) return [];
  const names = capital.map((word) => word.replace(/[^\p{L}\p{N}]+$/u, ''));
  return [...new Set(names.filter((name) => !empty.has(name.toLowerCase())))];
}
