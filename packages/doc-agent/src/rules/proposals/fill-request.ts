import { quote, type RawStatement } from '../split-statements.ts';
import { readSkeleton } from './read-skeleton.ts';
import { toAddress, wording, writeRequest, type Wording } from './wording.ts';

const verb = '(?:replace|change|swap(?: out)?|update|switch|correct|fix|substitute|convert|turn|rename|edit|modify)';
const thing =
  '(?:(?:mentions?|occurrences?|instances?|uses?|text|words?|phrase|term|string|command|value|version|sentence|line|typo|wording|label|name)(?: of)? )?';
const should = 'should(?: now)? (?:be|read|say|become)(?: written(?: as)?| called| spelled(?: as)?)?(?: :)?';
const key = '(?<key>title|description|sidebar ?title|icon)';
const add = '(?:add|create|write|insert|put|include|append)';
const remove = '(?:delete|remove|drop|get rid of|take out)';

const replacing: Wording = {
  patterns: wording(
    `{on}${verb} ${thing}(?:from )?{a:v}(?: text)? {to} {b:v}{where}`,
    `{on}${thing}{a:v} ${should} {b:v}{where}`,
    `{on}(?:use|write|say) {b:v} (?:instead of|rather than|, not|not) {a:v}{where}`,
    `{on}(?:it )?should (?:be|read|say) {b:v} ,? ?(?:instead of|rather than|not) {a:v}{where}`,
    `(?:fix )?(?:small )?typo (?:in|on) (?<w0>P\\d+)(?: :| ,) {a:v} (?:arrow|${should}|to) {b:v}`,
    `(?<w0>P\\d+)(?: :)?(?: still)? (?:says|reads|has|mentions|uses) {a:v}(?: ,)?(?: but| and)?(?: it| this| that)? ${should} {b:v}`,
    `(?<w0>P\\d+) : (?:${verb} )?{a:v} {to} {b:v}`,
    `{a:v} arrow {b:v}{where}`,
  ),
  write: (part) => `replace ${part.value('a')} with ${part.value('b')}${part.where()}`,
};

const linking: Wording = {
  patterns: wording(
    `(?:links?|urls?|references?) (?:to|of) {a:p} should (?:now )?(?:go|point|lead|link|be)(?: to)? {b:p}{where}`,
    `(?:update|change|point|fix|replace|redirect) (?:links?|urls?)(?: (?:to|from|of))? {a:p} (?:to|at|with|arrow|so (?:that )?they (?:go|point|lead) to)(?: to| at)? {b:p}{where}`,
    `{on}(?:update|change|replace) (?:links?|urls?) (?:to )?{a:p} (?:to|with|by|arrow) {b:p}`,
  ),
  write: (part) => `change URL ${toAddress(part.word('a'))} to ${toAddress(part.word('b'))}${part.where()}`,
};

const keys: Wording = {
  patterns: wording(
    `(?:set|change|update|make|edit) (?:page )?${key} (?:of|for|on|in) {p:p}(?: from {a:v})? (?:to|as|:|arrow)(?: be)?(?: :)? {b:v}`,
    `(?:set|change|update|make) {p:p}['’]s (?:page )?${key}(?: from {a:v})? (?:to|as|:|arrow)(?: be)? {b:v}`,
    `(?:page )?${key} (?:of|for|on) {p:p} ${should} {b:v}(?: (?:instead of|rather than|, not) {a:v})?`,
    `{p:p}['’]s (?:page )?${key} ${should} {b:v}(?: (?:instead of|rather than|, not) {a:v})?`,
    `(?:(?:on|in) )?{p:p}(?: :| ,)? ?${key} ${should} {b:v}(?: (?:instead of|rather than|, not) {a:v})?`,
    `(?:(?:on|in) )?{p:p}(?: :| ,)? ?(?:set|change|update|make) (?:page )?${key}(?: from {a:v})? (?:to|as|arrow)(?: be)? {b:v}`,
    `(?:set|change|update) (?:page )?${key} (?:from {a:v} )?to {b:v} (?:of|for|on|in) {p:p}`,
    `give {p:p} (?:new )?${key}(?: of| :)? {b:v}`,
    `(?:add|set) ${key} (?:of )?{b:v} (?:to|for|on) {p:p}`,
    `{p:p} should have (?:(?:new )?${key}) {b:v}`,
  ),
  write: (part) => {
    const name = part.word('key').replace(/ /g, '');
    return `set ${/^sidebar/i.test(name) ? 'sidebarTitle' : name.toLowerCase()} of ${part.page('p')} to ${part.value('b')}`;
  },
};

const titles: Wording = {
  patterns: wording(
    `retitle {p:p} (?:to|as) {b:v}`,
    `{p:p} should be (?:titled|called|named) {b:v}`,
    `(?:rename|retitle) {p:p} title to {b:v}`,
  ),
  write: (part) => `set title of ${part.page('p')} to ${part.value('b')}`,
};

const sections: readonly Wording[] = [
  {
    patterns: wording(
      `{on}(?:rename|change|update|retitle) {heading} {a:v} {to} {b:v}`,
      `{on}(?:rename|change|update|retitle) {a:v} {heading} {to} {b:v}`,
      `(?:rename|change|update|retitle) {heading} {a:v} (?:in|on|of|from) {p:p} {to} {b:v}`,
      `(?:rename|change|update|retitle) {a:v} {heading} (?:in|on|of|from) {p:p} {to} {b:v}`,
      `(?:rename|change|update|retitle) (?:{heading} {a:v}|{c:v} {heading}) {to} {b:v} (?:in|on|of) {p:p}`,
      `{on}{heading} {a:v} should (?:be|read|say|be called) {b:v}`,
      `{on}{a:v} {heading} should (?:be|read|say|be called) {b:v}`,
      `{heading} {a:v} (?:in|on|of) {p:p} should (?:be|read|say|be called) {b:v}`,
      `{a:v} {heading} (?:in|on|of) {p:p} should (?:be|read|say|be called) {b:v}`,
    ),
    write: (part) => {
      const page = part.has('p') ? 'p' : 'w0';
      if (!part.has(page)) return undefined;
      return `rename section ${part.value(part.has('a') ? 'a' : 'c')} in ${part.page(page)} to ${part.value('b')}`;
    },
  },
  {
    patterns: wording(
      `${remove} {heading} {a:v} (?:from|in|of|on) {p:p}`,
      `${remove} {a:v} {heading} (?:from|in|of|on) {p:p}`,
      `(?:on|in|from) {p:p}(?: ,| :)? ${remove} {a:v} {heading}`,
      `(?:on|in|from) {p:p}(?: ,| :)? ${remove} {heading} {a:v}`,
    ),
    write: (part) => `remove section ${part.value('a')} from ${part.page('p')}`,
  },
  {
    patterns: wording(
      `${add} (?:new )?{heading} (?:titled |called |named )?{a:v} (?:to|on|in|at (?:bottom|end) of) {p:p}{says} {b:v}`,
      `${add} (?:new )?{a:v} {heading} (?:to|on|in|at (?:bottom|end) of) {p:p}{says} {b:v}`,
      `(?:on|in|at (?:bottom|end) of) {p:p}(?: ,| :)? ${add} (?:new )?{a:v} {heading}{says} {b:v}`,
    ),
    write: (part) => `append section ${part.value('a')} to ${part.page('p')}: ${part.value('b')}`,
  },
];

const callouts: Wording = {
  patterns: wording(
    `${add} (?<type>warning|note|tip|info)(?: callout| box| block| banner)? (?:to|on|in|at top of)(?: top of)? {p:p}{says} {b:v}`,
    `${add} (?<type>warning|note|tip|info)(?: callout| box| block| banner)?(?: :| saying)? {b:v} (?:to|on|in|at top of)(?: top of)? {p:p}`,
    `(?:on|in|at top of)(?: top of)? {p:p}(?: ,| :)? ${add} (?<type>warning|note|tip|info)(?: callout| box| block| banner)?{says} {b:v}`,
    `{p:p} (?:needs|should have) (?<type>warning|note|tip|info)(?: callout| box| block| banner)?(?: at top)?{says} {b:v}`,
  ),
  write: (part) => `add a ${part.word('type').toLowerCase()} to ${part.page('p')}: ${part.value('b')}`,
};

const pages: readonly Wording[] = [
  {
    patterns: wording(
      `(?:(?:add|create|make|set up|put in) )?redirect (?:from )?{p:p} (?:to|arrow) {q:p}`,
      `{p:p} should redirect to {q:p}`,
      `(?:add|create|set up) redirect (?:to {q:p} from|for) {p:p}(?: to {r:p})?`,
    ),
    write: (part) =>
      `add redirect from ${toAddress(part.word('p'))} to ${toAddress(part.word(part.has('q') ? 'q' : 'r'))}`,
  },
  {
    patterns: wording(`${remove} {p:p}(?: ,)?(?: and)? (?:redirect(?:ing)?(?: it)?|with redirect) to {q:p}`),
    write: (part) => `delete page ${part.page('p')} and redirect to ${part.page('q')}`,
  },
  { patterns: wording(`${remove} {p:p}`), write: (part) => `delete page ${part.page('p')}` },
  {
    patterns: wording(
      `(?:move|put|add|list|place) {p:p} (?:to|into|in|under) (?:sidebar |navigation )?(?:group|section) {g:v}{nav}`,
      `(?:move|put|add|list|place) {p:p} (?:to|into|in|under) {g:v} (?:sidebar |navigation )?(?:group|section){nav}`,
      `(?:move|put|list) {p:p} (?:to|into|in|under) {g:v} in (?:sidebar|navigation|nav)`,
    ),
    write: (part) => `move page ${part.page('p')} to group ${part.value('g')}`,
  },
  {
    patterns: wording(
      `move {p:p} (?:to|into|in|under) (?:new )?folder (?<folder>[\\w./-]+|P\\d+|V\\d+)`,
      `move {p:p} (?:to|into|in|under) (?:new )?(?<folder>[\\w.-]+|P\\d+|V\\d+) (?:folder|directory)`,
    ),
    write: (part) => `move page ${part.page('p')} to ${quote(part.word('folder').replace(/\/?$/, '/'))}`,
  },
  {
    patterns: wording(`(?:move|rename) {p:p} (?:to|into|as|arrow) {q:p}`),
    write: (part) => `move page ${part.page('p')} to ${part.word('q')}`,
  },
  {
    patterns: wording(`(?:remove|take|drop) {p:p} (?:from|out of|in) (?:sidebar|navigation|nav|menu)`),
    write: (part) => `remove page ${part.page('p')} from navigation`,
  },
];

const structure: readonly Wording[] = [
  {
    patterns: wording(
      `(?:rename|change|update) (?:sidebar |navigation )?group {a:v}{nav} (?:to|as|into|arrow) {b:v}{nav}`,
      `(?:rename|change|update) {a:v} (?:sidebar |navigation |nav )?group{nav} (?:to|as|into|arrow) {b:v}{nav}`,
      `(?:sidebar |navigation )?group {a:v}{nav} should be (?:called |named |renamed to )?{b:v}`,
      `{a:v} (?:sidebar |navigation )?group{nav} should be (?:called |named |renamed to )?{b:v}`,
      `in (?:sidebar|navigation|nav)(?: ,)? (?:rename|change) (?:group {a:v}|{c:v} group|{d:v}) (?:to|arrow) {b:v}`,
    ),
    write: (part) =>
      `rename group ${part.value(['a', 'c', 'd'].find((name) => part.has(name)) ?? 'a')} to ${part.value('b')}`,
  },
  {
    patterns: wording(
      `(?:move|put) (?:sidebar )?(?:group {a:v}|{c:v} (?:sidebar )?group|{d:v})(?: in sidebar)? (?<side>above|below|before|after|under) (?:group {b:v}|{e:v} group|{f:v}){nav}`,
    ),
    write: (part) => {
      const isGroup = ['a', 'c', 'b', 'e'].some((name) => part.has(name));
      if (!isGroup) return undefined;
      const name = (...names: readonly string[]): string => part.value(names.find((each) => part.has(each)) ?? '');
      const side = /^(?:above|before)$/i.test(part.word('side')) ? 'above' : 'below';
      return `move group ${name('a', 'c', 'd')} ${side} ${name('b', 'e', 'f')}`;
    },
  },
];

const fixes: readonly Wording[] = [
  {
    patterns: wording(
      `(?:fix|correct) (?:typos?|spelling(?: mistakes| errors)?|misspellings?|misspelled words){where}`,
    ),
    write: (part) => `fix spelling${part.where()}`,
  },
  {
    patterns: wording(
      `(?:fix|repair|correct) (?:broken|dead)(?: internal)? (?:links?|anchors?|links and anchors){where}`,
    ),
    write: (part) => `fix broken links${part.where()}`,
  },
];

const entries: Wording = {
  patterns: wording(
    `${add} (?:new )?(?:changelog|release notes?) entry (?:for|titled|called|named|labelled) {a:v}(?: to {p:p})?{says} {b:v}`,
    `${add} (?:new )?(?:entry )?{a:v}(?: entry)? (?:to|in) (?:changelog|release notes){says} {b:v}`,
    `${add} (?:new )?entry to (?:changelog|release notes) for {a:v}{says} {b:v}`,
    `(?:in )?(?:changelog|release notes)(?: ,| :)? ${add} (?:new )?entry for {a:v}{says} {b:v}`,
  ),
  write: (part) =>
    `add a changelog entry for ${part.value('a')}${part.has('p') ? ` to ${part.page('p')}` : ''}: ${part.value('b')}`,
};

/** More specific wordings first: a section or a group is renamed by its own rule, not by replacing its text. */
export const exactWordings: readonly Wording[] = [
  ...sections,
  ...structure,
  entries,
  callouts,
  keys,
  titles,
  linking,
  ...pages,
  ...fixes,
  replacing,
];

/** The grammar's equivalent of a wording, filled with the statement's words. */
export const fillRequest = (statement: Pick<RawStatement, 'pattern' | 'quoted'>): string | undefined =>
  writeRequest(exactWordings, readSkeleton(statement))?.request;
