import { quote } from '../split-statements.ts';
import { toAddress, wording, type Filled, type Wording } from './wording.ts';

/*
 * Wordings that are only proposed. Some describe a fact ("X is now called Y") and some span two sentences ("X links to
 * A. It should link to B."), so they are likely, but not certain, to be requests. ` .` is the end of the first
 * sentence.
 */

const it = '(?:it|that|this|they|which)';
const still = '(?: still| currently| wrongly| incorrectly| now)?';
const shows =
  '(?:says?|reads?|has|have|mentions?|uses?|shows?|lists?|writes?|contains?|states?|talks? about|refers? to|tells (?:people|users|readers) to use)';
const stop = '(?: ,| ;| :| \\.| -| –| —)?(?: but| and| so)?';
const be = '(?:be|read|say|become|mention|use|show)';
const must = `(?:should(?: now)?|must|needs? to|ought to|has to|have to) ${be}(?: changed to| updated to| replaced (?:by|with)| renamed to| written(?: as)?| called| spelled(?: as)?)?(?: :)?`;
const fixed = `(?:(?:${it} )?${must}|(?:correct|right|new|current|proper)(?: one| value| name| spelling| version| term| word| text| number| command)? (?:is|would be)|(?:change|update|correct|fix|make|turn|set|rename)(?: ${it}| text| wording)?(?: to| into)?|use|${it}(?: is|['’]s)(?: now)?(?: called| spelled)?)(?: :)?`;
const wrong =
  '(?:(?:is|are|looks?|seems?)(?: now)? (?:wrong|incorrect|outdated|out of date|misspelled|misspelt|spelled wrong|typo|mistake|misspelling|old|obsolete|stale|confusing|misleading|no longer (?:right|correct|true|valid)|too (?:short|long|vague|generic|narrow|broad|technical|informal|formal)))';
/** Nouns for parts of a product, whose names can be replaced as text. Pages and groups have separate requests. */
const noun =
  '(?: (?:option|flag|setting|parameter|field|variable|environment variable|env variable|command|button|tab|menu|endpoint|method|function|class|package|label|word|term|feature|plan|product|role|permission|event|header))?';
const before =
  '(?:(?:mentions?|occurrences?|instances?|uses?|text|words?|phrase|term|string|command|value|version|sentence|line|typo|wording|label|name|option|flag|setting|parameter|field|variable|button|tab|feature|plan|product)(?: of)? )?';
const follow =
  '(?: ,| \\.| ;| -| –| —)?(?: (?:and|so))?(?: (?:update|fix|change|adjust|correct|rename|replace) (?:it|that|this|them|docs|documentation|pages|mentions|references|text|everything|occurrences|instances|(?<w4>P\\d+))(?: accordingly| everywhere| too| as well)?)?';
const mid = '(?: (?:in|on) (?<w3>P\\d+))?';
const stateOfIssue =
  "(?:(?:there(?:['’]s| is) )?(?:(?:broken|wrong|bad|incorrect|inconsistent|outdated|stale|small|minor|another) )?(?:bold|italics?|formatting|markup|casing|case|capitalization|spelling|spelling mistake|grammar|wording|punctuation|name|version|value|number|command|example|unit|term|typo|mistake|error))";

const replace = (part: Filled): string | undefined =>
  part.value('a') === part.value('b') ? undefined : `replace ${part.value('a')} with ${part.value('b')}${part.where()}`;

const replacing: Wording = {
  patterns: wording(
    `{at}(?:(?<w3>P\\d+)|it|page|text|docs|we)${still} ${shows} ${before}{a:v}{gap}${stop} ${fixed} {b:v}(?: instead)?{where}`,
    `{at}${before}{a:v}${noun}${mid} ${wrong}(?: (?:in|on) (?<w4>P\\d+))?${stop} ${fixed} {b:v}(?: instead)?{where}`,
    `{at}(?:use|write|say|recommend|prefer|mention|show|put|call it|${it} ${must}|${it}(?: is|['’]s)) {b:v} ,? ?(?:instead of|rather than|in place of|not|and not) {a:v}{where}`,
    `{at}(?:say|write|use|${it} ${must})? ?not {a:v} ,? ?but {b:v}{where}`,
    `{at}(?:do not|don['’]t|never) (?:say|write|use) {a:v}${stop} (?:say|write|use) {b:v}(?: instead)?{where}`,
    `{at}${before}{a:v}${noun}${mid} (?:is|are|was|were|has been|have been|got)(?: now| recently)? (?:renamed|rebranded|changed) (?:to|as|into) {b:v}{where}{gap}${follow}`,
    `{at}${before}{a:v}${noun}${mid} (?:is|are)(?: now)? (?:called|named|known as|spelled) {b:v}(?: now)?{where}${follow}`,
    `{at}${before}{a:v}${noun}${mid} (?:becomes?|became|is now|are now) {b:v}{where}{gap}${follow}`,
    `we(?:['’]ve| have)?(?: just| recently)? (?:renamed|rebranded|changed) ${before}{a:v}${noun} (?:to|into) {b:v}{where}{gap}${follow}`,
    `we(?: now)? call {a:v}${noun} {b:v}(?: now)?{where}${follow}`,
    `${before}{b:v}${noun} (?:is new name (?:of|for)|was (?:formerly|previously)(?: called| known as)?|used to be(?: called)?) {a:v}{where}${follow}`,
    `${stateOfIssue} (?:in|on) (?<w0>P\\d+)(?: :| ,| -| \\.) {a:v} (?:arrow|to|${fixed}) {b:v}`,
    `(?:fix|correct) (?:typo|spelling|misspelling|spelling of|misspelled|wording) {a:v}${mid}(?: ,| :| \\.| -)? (?:arrow|to|${fixed}) {b:v}{where}`,
    `(?:bump|raise|lower|increase|decrease|reduce|upgrade|downgrade|switch|exchange) ${before}(?:from )?{a:v} (?:to|with|arrow) {b:v}{where}`,
    `{at}(?:change|update|switch|bump) ${before}from {a:v} to {b:v}{where}`,
    `{at}(?:change|replace|swap|switch|rename|correct|update) ${before}{a:v} (?:in|on) (?<w3>P\\d+) (?:to|with|by|into|arrow) {b:v}`,
    `{at}${before}{a:v} (?:in|on) (?<w3>P\\d+) ${must} {b:v}`,
    `(?<gapA>(?:[a-z-]+ ){1,4})(?:in|on) (?<w3>P\\d+) ${must} {b:v} ,? ?(?:instead of|rather than|not) {a:v}`,
    `{at}(?<gapA>(?:[a-z-]+ ){1,4})(?:is|are)(?: now)? {b:v} ,? ?(?:instead of|rather than|not|and not) {a:v}{where}`,
    `(?:(?:fix|correct) )?(?:${stateOfIssue} )?(?:in|on) (?<w0>P\\d+)(?: :| ,) (?:we )?(?:do not|don['’]t|never) (?:say|write|use) {a:v}${stop} (?:we )?(?:say|write|use) {b:v}`,
    `(?:fix|correct|update|change) (?<w3>P\\d+)(?: ,| :| \\.)?(?: ${it})?${still} ${shows} ${before}{a:v}${stop} ${fixed} {b:v}`,
    `(?:say|use|write) {b:v}${mid} \\.(?: right now| currently| today| at moment)?(?: ,)? (?:${it}(?: is|['’]s)|(?:${it}|we) ${shows}) {a:v}`,
    `${stateOfIssue}(?: :| ,) {a:v} (?:arrow|to|${fixed}) {b:v}(?: \\( ?(?<w3>P\\d+) ?\\))?{where}`,
    // Chinese, Japanese, German, French and Spanish.
    '(?:请|請)?(?:在 )?(?:把|将|將)? ?(?<w0>P\\d+) ?(?:里|裡|中|页面|上)?(?:的|把|将)? ?{a:v} ?(?:都)?(?:改成|改为|改為|替换成|替换为|替換成|换成|更新为|修改为) ?{b:v}',
    '(?:请|請)?(?:把|将|將) ?{a:v} ?(?:都)?(?:改成|改为|改為|替换成|替换为|替換成|换成|更新为|修改为) ?{b:v}',
    '(?<w0>P\\d+) ?(?:の|で|にある) ?{a:v} ?を ?{b:v} ?に(?:変更|置換|置き換え|修正)(?:して)?(?:ください)?',
    '(?:bitte )?(?:ersetzen?|ändern?|ersetze|ändere)(?: sie)? (?:(?:auf|in) (?<w0>P\\d+) )?{a:v} (?:durch|in|zu|mit) {b:v}(?: (?:auf|in) (?<w1>P\\d+))?',
    '(?:bitte )?(?:(?:auf|in) (?<w0>P\\d+) )?{a:v} (?:durch|in|zu|mit) {b:v}(?: (?:auf|in) (?<w1>P\\d+))? (?:ersetzen|ändern)',
    '(?:remplacer?|remplacez|changer?|changez) (?:(?:dans|sur) (?<w0>P\\d+) )?{a:v} (?:par|en) {b:v}(?: (?:dans|sur) (?<w1>P\\d+))?',
    '(?:por favor ,? ?)?(?:reemplazar?|reemplace|cambiar?|cambie|sustituir|sustituye) (?:en (?<w0>P\\d+) )?{a:v} por {b:v}(?: en (?<w1>P\\d+))?',
  ),
  write: replace,
};

/** "for X" restricts a replacement to one of several places. */
const replacingOnce: Wording = {
  isOnce: true,
  patterns: wording(
    `{at}(?:use|write|say|recommend|prefer|set|put) {b:v} (?:instead of|rather than|in place of|not) {a:v} (?:for|as) (?:value of |value for )?V\\d+{where}`,
    `{at}(?:change|update|set|bump) (?:value of )?V\\d+ from {a:v} to {b:v}{where}`,
  ),
  write: replace,
};

const removingText: Wording = {
  isOnce: true,
  patterns: wording(
    `(?:delete|remove|drop|cut|take out|get rid of) (?:(?:sentence|paragraph|line|text|phrase|words?|bullet|claim|item|remark)(?: saying| that says)? )?{a:v} (?:from|in|on) (?<w0>P\\d+)`,
    `(?:in|on|from) (?<w0>P\\d+)(?: ,| :)? (?:delete|remove|drop|cut|take out|get rid of) (?:sentence|paragraph|line|text|phrase|words?|bullet|claim|item|remark) {a:v}`,
    `(?:sentence|paragraph|line|text|phrase|bullet|claim|remark) {a:v} (?:in|on) (?<w0>P\\d+) (?:should (?:be removed|be deleted|go)|(?:is|isn['’]t) (?:wrong|true|outdated|correct)(?: any ?more)?${stop} (?:delete|remove|drop) (?:it|that))`,
  ),
  write: (part) => `replace ${part.value('a')} with ""${part.where()}`,
};

const link = (name: string): string => `(?<${name}>[PV]\\d+)`;
const links = '(?:links?|urls?|references?|hrefs?)';
const leads = '(?:should(?: now)?|must|needs? to|has to|have to) (?:go|point|lead|link|refer|be)(?: to| at)?(?: :)?';
const dead =
  '(?:(?:is|are) (?:broken|dead|wrong|outdated|gone|stale|old|404)|404s?|(?:returns?|gives?|leads? to|ends? in) 404)';
const which = "(?: , which (?:is|has|does|was|no longer|doesn['’]t|isn['’]t)(?: [\\w'’-]+){1,6}?)?";

const toLink = (written: string): string => {
  const address = toAddress(written);
  return /^#|\s/.test(address) ? quote(address) : address;
};
const isTarget = (written: string): boolean => /^(?:#|https?:|mailto:|\.{0,2}\/)|\//.test(written);

const linking: Wording = {
  patterns: wording(
    `{at}${links}(?: (?:to|of))? ${link('a')}${mid}(?: ${dead})?${stop}(?: ${it})? ${leads} ${link('b')}(?: instead| now)?{where}`,
    `{at}${links}(?: (?:to|of))? ${link('a')}${mid} ${dead}${stop} (?:(?:change|update|point|fix) ${it}(?: to| at)|use|${it}(?: is|['’]s)(?: now)?|(?:correct|right|new) (?:one|link|url|address|target) is(?: :)?) ${link('b')}(?: instead)?`,
    `(?<w3>P\\d+)${still} (?:links|points|refers|goes) to ${link('a')}${which}${stop} (?:(?:change|update|point|fix|send|switch)(?: ${it}| link)?(?: link)?(?: to| at)?|(?:${it}(?: link)?|link) ${leads}|make ${it}(?: link)? (?:go|point|lead) to) ${link('b')}(?: instead)?`,
    `${link('a')} (?:has |was |is )?(?:moved to|now at|now lives at|changed to|now|redirects to) ${link('b')}${stop} (?:update|fix|change|adjust) (?:(?:these|those) )?${links}{where}`,
    `{at}(?:change|replace|update|swap|switch) (?:image|screenshot|picture|logo|image path|image source|src)(?: from| path| of)? ${link('a')} (?:to|with|by|for|arrow) ${link('b')}{where}`,
    `(?:image|screenshot|picture|logo) (?:in|on) (?<w3>P\\d+)(?: ${wrong}| (?:has )?(?:moved|changed))${stop} (?:change|replace|update|swap|switch)(?: it| image| path)?(?: from)? ${link('a')} (?:to|with|by|for|arrow) ${link('b')}`,
    `{at}(?:image|screenshot|picture|logo)(?: path)? ${link('a')}${mid} should (?:be|point to|go to) ${link('b')}{where}`,
  ),
  write: (part) =>
    isTarget(part.word('a')) && isTarget(part.word('b'))
      ? `change URL ${toLink(part.word('a'))} to ${toLink(part.word('b'))}${part.where()}`
      : undefined,
};

const key = '(?<key>title|description|sidebar ?title|icon)';
const setKey = (part: Filled): string | undefined => {
  if (part.has('a') && part.value('a') === part.value('b')) return undefined;
  const name = part.word('key').replace(/ /g, '');
  return `set ${/^sidebar/i.test(name) ? 'sidebarTitle' : name.toLowerCase()} of ${part.page('p')} to ${part.value('b')}`;
};

const keys: Wording = {
  patterns: wording(
    `(?:use|put) {b:v} (?:as|for) (?:page )?${key} (?:of|for|on|in) {p:p}`,
    `{p:p} (?:needs|should have|must have|is missing|lacks|has no|doesn['’]t have)(?: better| new| shorter| clearer| page)* ${key}${stop}(?: (?:add|use|set|make it|set it to|it should be))?(?: :)? {b:v}`,
    `(?:page )?${key} (?:of|for|on|in) {p:p}(?: (?:is|says|reads)${still}(?: {a:v})?| ${wrong})${stop} ${fixed} {b:v}(?: instead)?`,
    `{p:p}['’]s (?:page )?${key}(?: (?:is|says|reads)${still}(?: {a:v})?| ${wrong})${stop} ${fixed} {b:v}(?: instead)?`,
    `(?:new |better )?${key} (?:of|for|on) {p:p}(?: :| arrow)? {b:v}`,
    `{p:p}(?: :| ,| -)? (?:new )?${key}(?: :| arrow)? {b:v}`,
    `${key} {b:v} (?:for|on) {p:p}`,
    `make (?:page )?${key} (?:of|for|on) {p:p}(?: be| read| say)?(?: :)? {b:v}`,
  ),
  write: setKey,
};

const titles: Wording = {
  patterns: wording(
    `{p:p} (?:is|was|has been)(?: now)? (?:called|titled|named|renamed to|retitled(?: to)?) {b:v}(?: now)?${follow}`,
    `(?:call|title|name) {p:p} {b:v}(?: from now on)?`,
  ),
  write: (part) => (part.has('w4') ? undefined : `set title of ${part.page('p')} to ${part.value('b')}`),
};

const sidebar = '(?:left )?(?:sidebar|navigation|nav|menu)';
const callouts: Wording = {
  patterns: wording(
    '(?<type>warning|note|tip|info)(?: callout| box)? (?:on|in) {p:p} (?:would help|would be (?:good|nice|great|helpful|useful)|is needed|is missing)(?: :| ,)?(?: saying)? {b:v}',
    '{p:p} (?:could use|should get|is missing|lacks) (?<type>warning|note|tip|info)(?: callout| box)?{says} {b:v}',
    '{p:p} should (?<type>warn) (?:readers|users|people)(?: that)?(?: :)? {b:v}',
    '(?<type>warn) (?:readers|users|people) (?:on|in) {p:p}(?: that)?(?: :)? {b:v}',
  ),
  write: (part) => {
    const type = part.word('type').toLowerCase();
    return `add a ${type === 'warn' ? 'warning' : type} to ${part.page('p')}: ${part.value('b')}`;
  },
};

const sidebarTitles: Wording = {
  patterns: wording(
    `in ${sidebar}(?: ,)? {p:p} should (?:be|show|read|appear|be called|be listed)(?: up)?(?: as| called)? {b:v}`,
    `{p:p} should (?:be|show|appear|be listed)(?: up)?(?: called| named| as)? {b:v} in ${sidebar}`,
    `(?:call|name) {p:p} {b:v} in ${sidebar}`,
  ),
  write: (part) => `set sidebarTitle of ${part.page('p')} to ${part.value('b')}`,
};

const icons: Wording = {
  patterns: wording(
    '(?:use|add|put|set) (?<icon>[a-z][a-z-]*) icon (?:for|on|to) {p:p}',
    '(?:give) {p:p} (?<icon>[a-z][a-z-]*) icon',
    '{p:p} should (?:have|get|use) (?<icon>[a-z][a-z-]*) icon',
    `{p:p} (?:has no|needs|lacks|is missing) icon${stop} (?:use|add|take|give ${it}|set) (?<icon>[a-z][a-z-]*)(?: icon)?`,
  ),
  write: (part) =>
    /^(?:new|better|different|other|nice|proper|own|fitting|good)$/.test(part.word('icon'))
      ? undefined
      : `set icon of ${part.page('p')} to ${quote(part.word('icon'))}`,
};

const switches: readonly Wording[] = [
  {
    patterns: wording(
      '(?:flag|tag|label|mark) {p:p}(?: as)? deprecated',
      '{p:p} should be (?:marked|flagged|labelled|labeled)(?: as)? deprecated',
    ),
    write: (part) => `mark ${part.page('p')} as deprecated`,
  },
  {
    patterns: wording('{p:p} should be hidden(?: for now)?', `hide {p:p}(?: from (?:readers|visitors))?(?: for now)?`),
    write: (part) => `hide page ${part.page('p')}`,
  },
  {
    patterns: wording(
      `take {p:p} (?:off|out of) ${sidebar}(?: for now)?`,
      '(?:unlist|delist) {p:p}',
      `{p:p} should(?: not|n['’]t) (?:be|show|appear)(?: listed| shown| up)? (?:in|on) ${sidebar}`,
      `{p:p} should be (?:removed|taken) (?:from|out of|off) ${sidebar}`,
      `{p:p} (?:is|shows up|appears) in ${sidebar}${stop}(?: ${it}) should(?: not|n['’]t) be(?: there)?`,
    ),
    write: (part) => `remove page ${part.page('p')} from navigation`,
  },
];

const remove = '(?:delete|remove|drop|get rid of|take out|cut)';
const gone = `(?:should|can|must) (?:be (?:deleted|removed|dropped)|go(?: away)?)`;
const useless =
  "(?:is|are|looks|has become)(?: now)? (?:obsolete|outdated|out of date|unused|empty|dead|redundant|duplicate|not needed(?: any ?more)?|no longer (?:needed|used|relevant|true|correct|supported))|(?:isn['’]t|is not) (?:needed|used|relevant|supported)(?: any ?more)?";

const sections: readonly Wording[] = [
  {
    patterns: wording(
      `{at}{heading} {a:v}${mid}(?: ${wrong})?${stop} (?:arrow|${fixed}) {b:v}`,
      `{at}{a:v} {heading}${mid}(?: ${wrong})?${stop} (?:arrow|${fixed}) {b:v}`,
      `(?:(?<w3>P\\d+)|{at})(?:['’]s)? {heading} {a:v} (?:is now (?:called )?|should (?:now )?be (?:called )?|arrow ){b:v}`,
      `{at}(?:call|name) (?:{heading} {a:v}|{c:v} {heading})${mid} {b:v}`,
      `{heading} {a:v}${mid} is now called {b:v}`,
      `{a:v} {heading}${mid} is now called {b:v}`,
    ),
    write: (part) => {
      const page = ['w0', 'w5', 'w3'].find((name) => part.has(name));
      if (page === undefined) return undefined;
      return `rename section ${part.value(part.has('a') ? 'a' : 'c')} in ${part.page(page)} to ${part.value('b')}`;
    },
  },
  {
    patterns: wording(
      `{heading} {a:v} (?:in|on|of|from) {p:p} (?:${gone}|(?:${useless})${stop} ${remove} (?:${it}|section|${it} section))`,
      `{a:v} {heading} (?:in|on|of|from) {p:p} (?:${gone}|(?:${useless})${stop} ${remove} (?:${it}|section|${it} section))`,
      `(?:in|on) {p:p}(?: ,| :)? (?:{heading} {a:v}|{c:v} {heading}) (?:${gone}|(?:${useless})${stop} ${remove} (?:${it}|section|${it} section))`,
      `${remove} (?:whole )?(?<name>[\\p{L}][\\p{L}\\p{N}'’-]*(?: [\\p{L}\\p{N}'’-]+){0,4}) section (?:from|in|of|on) {p:p}`,
      `(?:in|on|from) {p:p}(?: ,| :)? ${remove} (?:whole )?(?<name>[\\p{L}][\\p{L}\\p{N}'’-]*(?: [\\p{L}\\p{N}'’-]+){0,4}) section`,
    ),
    write: (part) => {
      const name = part.has('name') ? part.word('name') : undefined;
      if (name !== undefined && !/^\p{Lu}/u.test(name)) return undefined;
      const section = name === undefined ? part.value(part.has('a') ? 'a' : 'c') : quote(name);
      return `remove section ${section} from ${part.page('p')}`;
    },
  },
  {
    patterns: wording(
      `(?:add|put|write|insert|append|include) (?:new )?(?:sentence |paragraph |line |text |bullet |item )?(?:that says |saying )?{b:v} (?:to|in|into|under|below|at (?:end|bottom) of) (?:{heading} {a:v}|{c:v} {heading}) (?:of|in|on) {p:p}`,
      `(?:in|on) {p:p}(?: ,| :)? (?:in|under|below|to|at (?:end|bottom) of) (?:{heading} {a:v}|{c:v} {heading}|{d:v})(?: ,| :)? (?:add|put|write|insert|append)(?: sentence| paragraph| line| text)?{says} {b:v}`,
      `(?:in|on) {p:p}(?: ,| :)? (?:add|put|write|insert|append) (?:sentence |paragraph |line |text )?{b:v} (?:to|under|below|at (?:end|bottom) of|in) (?:{heading} {a:v}|{c:v} {heading})`,
      `(?:under|below|in|at (?:end|bottom) of) (?:{heading} {a:v}|{c:v} {heading}) (?:of|in|on) {p:p}(?: ,| :)? (?:add|put|write|insert|append)(?: sentence| paragraph| line| text)?{says} {b:v}`,
      `(?:under|below) {a:v} (?:of|in|on) {p:p}(?: ,| :)? (?:add|put|write|insert|append)(?: sentence| paragraph| line| text)?(?:{says})? {b:v}`,
      `(?:add|append) (?:sentence|paragraph|line|text) (?:to|under|below|at (?:end|bottom) of|in) (?:{heading} {a:v}|{c:v} {heading}) (?:of|in|on) {p:p}{says} {b:v}`,
    ),
    write: (part) => {
      const section = ['a', 'c', 'd'].find((name) => part.has(name)) ?? 'a';
      return `add to section ${part.value(section)} of ${part.page('p')}: ${part.value('b')}`;
    },
  },
];

const group = '(?:sidebar |navigation |nav )?(?:group|section)';
const groups: readonly Wording[] = [
  {
    patterns: wording(
      `{p:p} (?:belongs|goes|should (?:be|go|live|sit|appear|be listed|be moved|move)|must be|needs to be)(?: listed| moved)? (?:in|into|under|to|inside) (?:${group} {g:v}|{h:v} ${group}){nav}`,
      `{p:p} (?:is missing from|is not in|isn['’]t in|is not listed in|isn['’]t listed in) ${sidebar}${stop} (?:add|list|put) (?:${it}|page) (?:to|in|under|into) (?:${group} {g:v}|{h:v}(?: ${group})?){nav}`,
      `(?:list|show|file) {p:p} (?:in|under|inside) (?:${group} {g:v}|{h:v} ${group}){nav}`,
      `(?:${group} {g:v}|{h:v} ${group}) (?:should (?:have|include|contain|list)|is missing|lacks) {p:p}`,
      `{p:p} should (?:be|go|appear|be listed|be moved|move) (?:in|into|under|to|inside) {g:v} in ${sidebar}`,
      `in ${sidebar}(?: ,)? (?:put|list|move) {p:p} (?:in|into|under|to|inside) {g:v}`,
    ),
    write: (part) => `move page ${part.page('p')} to group ${part.value(part.has('g') ? 'g' : 'h')}`,
  },
  {
    patterns: wording(
      `(?:(?:sidebar |navigation |nav )?group {a:v}|{c:v} (?:sidebar |navigation |nav )?group){nav} (?:is|are)(?: now)? (?:called|named) {b:v}(?: now)?${follow}`,
      `(?:call|name) (?:(?:sidebar |navigation )?group {a:v}|{c:v} (?:sidebar |navigation )?group){nav} {b:v}`,
      `{a:v} in ${sidebar} should be (?:called |named )?{b:v}`,
      `(?:sidebar|navigation|nav) section {a:v} should be (?:called |named )?{b:v}`,
      `(?:rename|change) (?:{c:v} section|section {a:v}) (?:in|of) ${sidebar} (?:to|arrow) {b:v}`,
    ),
    write: (part) =>
      part.has('w4') ? undefined : `rename group ${part.value(part.has('a') ? 'a' : 'c')} to ${part.value('b')}`,
  },
  {
    patterns: wording(
      `(?:(?:sidebar )?group {a:v}|{c:v} (?:sidebar )?group){nav} should (?:come|be|go|appear|sit|move|be moved|be listed) (?<side>above|below|before|after|under) (?:group {b:v}|{e:v} group|{f:v}){nav}`,
      `(?:move|put) (?:(?:sidebar )?group {a:v}|{c:v} (?:sidebar )?group) to top(?: of ${sidebar})?(?: ,| :)? (?<side>above|before) (?:group {b:v}|{e:v} group|{f:v})`,
    ),
    write: (part) => {
      const name = (...names: readonly string[]): string => part.value(names.find((each) => part.has(each)) ?? '');
      const side = /^(?:above|before)$/i.test(part.word('side')) ? 'above' : 'below';
      return `move group ${name('a', 'c')} ${side} ${name('b', 'e', 'f')}`;
    },
  },
];

const missing =
  "(?:404s?|(?:is|are) (?:404|404ing|gone|dead|broken)|(?:returns?|gives?|shows?) 404|no longer exists?|does(?: not|n['’]t) exist(?: any ?more)?)";
const readers = '(?:people|visitors|users|readers|traffic|requests|customers|everyone)';
const pages: readonly Wording[] = [
  {
    patterns: wording(
      `(?:send|forward|route|take) (?:${readers} )?(?:(?:from|of|visiting|who (?:open|visit)|that (?:open|visit)) )?{p:p} to {q:p}`,
      `make {p:p} (?:redirect|forward|lead|go|resolve) to {q:p}`,
      `{p:p} (?:should|must|needs to|has to) (?:forward|resolve|redirect|send (?:${readers}|them)|take (?:${readers}|them)) to {q:p}`,
      `(?:old )?(?:urls?|links?|address|path)? ?{p:p} ${missing}${stop}(?: ${it})? (?:should (?:redirect|go|point|lead|forward)(?: to)?|redirect(?: ${it}| ${readers})? to|send (?:${it}|them|${readers}) to|point ${it} (?:to|at)|forward ${it} to) {q:p}(?: instead)?`,
      `{p:p} (?:has |was |is )?(?:now )?(?:moved to|at|lives at) {q:p}${stop} (?:add|create|set up|put in) redirect(?: from old (?:url|path|address|one|page))?`,
      `(?:add|create|set up) redirect {p:p} (?:arrow|to) {q:p}`,
      `we(?:['’]ve| have)?(?: just| recently)? moved {p:p} to {q:p}${stop} (?:add|create|set up|put in) redirect(?: from old (?:url|path|address|one|page))?`,
      `${readers}(?: still)? (?:open|visit|use|land on|hit|find|follow|bookmarked|have bookmarked) {p:p}${stop} (?:send|redirect|forward|take) (?:them|${it}|${readers}) to {q:p}`,
      `(?:make sure|ensure)(?: that)? {p:p} (?:redirects|forwards|leads|goes|resolves) to {q:p}`,
    ),
    write: (part) => `add redirect from ${toAddress(part.word('p'))} to ${toAddress(part.word('q'))}`,
  },
  {
    patterns: wording(`(?:remove|delete|drop|get rid of|take out) redirect (?:from|of|for|at|on) {p:p}(?: to {q:p})?`),
    write: (part) => `remove the redirect from ${toAddress(part.word('p'))}`,
  },
  {
    patterns: wording(
      `{p:p} (?:${gone}|(?:${useless})${stop} ${remove} (?:${it}|page|${it} page))(?: ,)?(?: and)? redirect(?: ${it})? to {q:p}`,
      `{p:p} (?:${gone}|(?:${useless})${stop} ${remove} (?:${it}|page|${it} page))`,
      `we (?:no longer|do not|don['’]t) (?:need|use|want|support|offer) {p:p}(?: any ?more)?${stop} ${remove} (?:${it}|page|${it} page)(?:(?: ,)?(?: and)? redirect(?: ${it})? to {q:p})?`,
    ),
    write: (part) =>
      `delete page ${part.page('p')}${part.has('q') ? ` and redirect to ${toAddress(part.word('q'))}` : ''}`,
  },
  {
    patterns: wording(
      `{p:p} (?:should|must|needs to|has to) (?:be moved|move|be renamed|live|be called|be named|be)(?: to| at)? {q:p}`,
      `{p:p} (?:should|must|needs to|has to) (?:be moved|move|live|go|be) (?<inside>into|under|inside) {q:p}`,
      `{p:p} (?:was|is|has been)(?: now)? (?:renamed|moved) (?:to|as|into) {q:p}${follow}`,
      `(?:change|update|rename) (?:path|url|address|slug|file ?name) of {p:p} to {q:p}`,
      `{p:p}['’]s (?:path|url|address|slug|file ?name) should be {q:p}`,
    ),
    write: (part) =>
      part.has('w4') || !/\//.test(part.word('q'))
        ? undefined
        : `move page ${part.page('p')} to ${part.has('inside') ? part.word('q').replace(/\/?$/, '/') : part.word('q')}`,
  },
];

/** More specific wordings first, as for requests that are carried out. */
export const nearWordings: readonly Wording[] = [
  ...sections,
  ...groups,
  ...switches,
  callouts,
  icons,
  keys,
  sidebarTitles,
  titles,
  linking,
  ...pages,
  removingText,
  replacingOnce,
  replacing,
];
