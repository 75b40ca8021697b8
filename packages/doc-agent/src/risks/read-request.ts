import { decodeEscapes } from './decode-text.ts';

/** The requests of people in all turns of a job. Quotations from files don't count. */
export interface Request {
  /** In lower case, with single spaces between words and without quoted lines. */
  readonly text: string;
  /** Whether the request names something as a whole word, path, host or line. */
  names(words: string): boolean;
  /** Whether the request names something without asking to remove it or not to use it. */
  wants(words: string): boolean;
}

/** The dashboard's form of quoted diff lines. In comments on a code host, `>` begins a quoted line. */
const quoted = /<quoted-lines>[^]*?(?:<\/quoted-lines>|$)/gi;
const quotedLine = /^[ \t]{0,3}>.*$/gm;
const removal =
  /\b(?:remove|delete|drop|get rid of|take out|strip|revert|undo|instead of|rather than|avoid|without|never|no longer|not|don['’]t|shouldn['’]t|mustn['’]t|can['’]t)\b(?! (?:forget|only|just|sure))/;
/** The replaced text isn't wanted, but the text after "with" is. */
const replaced = /\breplac(?:e|ing)\b(?!.*\b(?:with|by|to)\s)/;
/** Text after one of these words isn't removed. */
const turn = /[;\n!?]|\.\s|,\s|\b(?:and|but|then|use|add|insert)\s|→|=>/g;

export function readRequest(prompt: string): Request {
  const own = prompt.replace(quoted, ' ').replace(quotedLine, ' ');
  const text = decodeEscapes(own)
    .toLowerCase()
    .replaceAll(/[^\S\n]+/g, ' ');
  const joined = text.replaceAll(/\s+/g, ' ');
  // For looking up words quickly: sites have thousands of names, and a request can be long.
  const tokens = new Set(joined.match(/[\p{L}\p{N}_]+/gu));
  const places = function* (words: string): Generator<number> {
    const wanted = words.toLowerCase().replaceAll(/\s+/g, ' ').trim();
    const first = /[\p{L}\p{N}_]+/u.exec(wanted)?.[0];
    if (first === undefined || !tokens.has(first)) return;
    for (let at = joined.indexOf(wanted); at !== -1; at = joined.indexOf(wanted, at + 1))
      if (isWhole(joined, at, wanted.length)) yield at;
  };
  return {
    text,
    names: (words) => !places(words).next().done,
    wants(words) {
      for (const at of places(words)) {
        const clause = clauseBefore(joined, at);
        // The last part of a path or of a package's name is a different name.
        const isPart = /[\p{L}\p{N}]\/$/u.test(clause);
        if (!isPart && !removal.test(clause) && !replaced.test(clause)) return true;
      }
      return false;
    },
  };
}

/** Whether a name isn't part of a longer one: `me.dev` is not named by `acme.dev`, nor `lmnr` by `lmnr-ai`. */
function isWhole(text: string, at: number, length: number): boolean {
  const first = text[at] ?? '';
  const last = text[at + length - 1] ?? '';
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + length, at + length + 2);
  const isWord = /[\p{L}\p{N}]/u;
  if (isWord.test(first) || first === '@' || first === '_') {
    if (/[\p{L}\p{N}_@.-]$/u.test(before) && !/(?:^|\s)[.@-]$/.test(before)) return false;
  }
  return !isWord.test(last) || !/^(?:[\p{L}\p{N}_@]|[.:-][\p{L}\p{N}])/u.test(after);
}

const maxClauseLength = 200;

function clauseBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - maxClauseLength), at);
  const last = [...before.matchAll(turn)].at(-1);
  return last === undefined ? before : before.slice(last.index + last[0].length);
}
