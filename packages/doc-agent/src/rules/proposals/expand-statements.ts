import { quoteClose, quoteOpen, type RawStatement } from '../split-statements.ts';

const value = `${quoteOpen}\\d+${quoteClose}`;
const between = ' (?:to|with|by|->|=>|→|should be|should read|instead of|rather than) ';
/** "replace A with B and C with D in a page" */
const twice = new RegExp(
  `^(?<before>.*?)(?<first>${value}${between}${value})(?:,? and|,) (?<second>${value}${between}${value})(?<after>(?: (?:in|on) [^${quoteOpen}]*)?)$`,
  'i',
);
/** "set the title of a page to A and its description to B" */
const twoKeys = new RegExp(
  `^(?<verb>(?:set|change|update) )(?:the )?(?<key>title|description|icon|sidebar ?title)(?<of> (?:of|for|on) \\S+ to )(?<one>${value}),? and (?:(?:set|change|update) )?(?:the |its )?(?<key2>title|description|icon|sidebar ?title)(?: to)? (?<two>${value})$`,
  'i',
);
/** "A few fixes in guides/keys:" before a list of them. */
const heading =
  /^(?:(?:a few|some|two|three|four|several|small|minor|quick|these|the following|please make these) )*(?:(?:changes|fixes|edits|typos|updates|corrections|nits) )?(?:(?:in|on|for|to) )?(?:the page )?(?<page>[\w.-]+(?:\/[\w.-]+)+|the [^:,]{1,60} page)\s*:$/i;
const isItem = (source: string): boolean => /^(?:[-*•+]|\d{1,3}[.)])\s/.test(source);

/** Splits statements with two requests and adds the page above a list to the list's items. */
export function expandStatements(statements: readonly RawStatement[]): RawStatement[] {
  const expanded: RawStatement[] = [];
  let page: string | undefined;
  for (const statement of statements) {
    const named = heading.exec(statement.pattern)?.groups?.['page'];
    if (named !== undefined) {
      page = named;
      continue;
    }
    if (!isItem(statement.source)) page = undefined;
    const parts = splitTwice(statement);
    const hasPage = namesPage(statement.pattern);
    expanded.push(
      ...(page === undefined || hasPage
        ? parts
        : parts.map((part) => ({ ...part, pattern: `${part.pattern} in ${page}` }))),
    );
  }
  return expanded;
}

/** Whether a statement contains a path, or words such as "the webhooks page". */
function namesPage(pattern: string): boolean {
  const article = /\bthe \S/.exec(pattern);
  return /\S\/\S/.test(pattern) || (article !== null && / page\b/.test(pattern.slice(article.index + 5)));
}

function splitTwice(statement: RawStatement): RawStatement[] {
  const pair = twice.exec(statement.pattern)?.groups;
  if (pair !== undefined) {
    const { before = '', first = '', second = '', after = '' } = pair;
    return [first, second].map((each) => ({ ...statement, pattern: `${before}${each}${after}` }));
  }
  const keys = twoKeys.exec(statement.pattern)?.groups;
  if (keys === undefined) return [statement];
  const { verb = '', key = '', of = '', one = '', key2 = '', two = '' } = keys;
  return [
    { ...statement, pattern: `${verb}${key}${of}${one}` },
    { ...statement, pattern: `${verb}${key2}${of}${two}` },
  ];
}
