import type { Instruction } from './instruction.ts';
import { form, inPages, onPages, quotedPart, the } from './statement-form.ts';
import type { Form, Parts } from './statement-form.ts';

/** A URL, a path with its slash, or anything in quotes. */
const url = `(?:${quotedPart}|(?:https?://|mailto:|\\.{0,2}/)[^\\s]*[^\\s,:;])`;
/** A path with its slash, or anything in quotes. */
const urlPath = `(?:${quotedPart}|/[^\\s]*[^\\s,:;])`;
const callouts: Readonly<Record<string, 'Warning' | 'Note' | 'Tip' | 'Info'>> = {
  warning: 'Warning',
  note: 'Note',
  tip: 'Tip',
  info: 'Info',
};
const callout = `${the}(?<type>warning|note|tip|info)(?: box| callout| block)?`;
const key = '(?<key>title|description)';
const saying = '(?: ?: ?|,? saying:? |,? that says:? |,? with the text:? )';
const inNavigation = '(?: in (?:the )?(?:navigation|sidebar))?';
const says = 'should (?:be|read|say)';
const insteadOf = '(?:it should (?:be|read|say)|use|say|write) {new} (?:instead of|rather than) {old}';

function toReplacement(part: Parts): Instruction {
  return { kind: 'replace', old: part.text('old'), new: part.text('new'), where: part.list('where') };
}

function toLinkChange(part: Parts): Instruction {
  return { ...toReplacement(part), kinds: ['links'], whole: true } as Instruction;
}

function setKey(part: Parts): Instruction {
  const set = { [part.text('key').toLowerCase()]: part.text('value') };
  return { kind: 'frontmatter', page: part.text('page'), set, unset: [], isNamed: false };
}

function setSwitch(name: string, isOn: boolean): (part: Parts) => Instruction {
  const change = isOn ? { set: { [name]: true }, unset: [] } : { set: {}, unset: [name] };
  return (part) => ({ kind: 'frontmatter', page: part.text('page'), ...change, isNamed: true });
}

const texts: readonly Form[] = [
  {
    usage: '"A" should be "B" [in PATH]',
    patterns: [
      form(`{old} ${says} {new}${inPages}`),
      form(`${onPages} {old} ${says} {new}`),
      form(`${insteadOf}${inPages}`),
      form(`${onPages} ${insteadOf}`),
      form(`(?:there(?:'s| is) a )?typo${inPages}: {old} ${says} {new}`),
      form(`{where:p} (?:says|reads|has) {old}(?:,| and| but|, and|, but) (?:it )?${says} {new}`),
    ],
    build: toReplacement,
  },
  {
    usage: 'rename "A" to "B" everywhere',
    patterns: [form('rename {old} to {new} (?:everywhere|(?:across|throughout) (?:the )?(?:docs|documentation|site))')],
    build: toReplacement,
  },
  {
    usage: 'change URL A to B [on PATH]',
    patterns: [
      form(`(?:change|update|replace) (?:the )?(?:url|link) (?<old>${url}) (?:to|with|by) (?<new>${url})${inPages}`),
      form(`${onPages} (?:change|update|replace) (?:the )?(?:url|link) (?<old>${url}) (?:to|with|by) (?<new>${url})`),
      form(`(?:all )?(?:the )?links to (?<old>${url}) should (?:go|lead|point) to (?<new>${url})${inPages}`),
      form(`point (?:all )?(?:the )?links to (?<old>${url}) (?:to|at) (?<new>${url})${inPages}`),
    ],
    build: toLinkChange,
  },
  {
    usage: 'add a warning to PATH: "text"',
    patterns: [
      form(`add ${callout} (?:to|on|in|at the top of) {page:p}${saying}{text}`),
      form(`add ${callout} {text} (?:to|on|at the top of) {page:p}`),
    ],
    build: (part) => ({
      kind: 'callout',
      page: part.text('page'),
      component: callouts[part.text('type').toLowerCase()] ?? 'Note',
      text: part.text('text'),
    }),
  },
  {
    usage: 'add a changelog entry [for "LABEL"]: "text"',
    patterns: [
      form(
        `add ${the}(?:new )?(?:changelog|release notes?) entry(?: (?:to|in|on) {page:p})?(?: for {label:w})?${saying}{text}`,
      ),
      form(
        `add ${the}(?:new )?(?:changelog|release notes?) entry(?: for {label:w})? (?:to|in|on) {page:p}${saying}{text}`,
      ),
      form(
        `add ${the}(?:new )?entry(?: for {label:w})? to the (?:changelog|release notes)(?: for {label2:w})?${saying}{text}`,
      ),
    ],
    build: (part) => {
      const label = part.find('label') ?? part.find('label2');
      const page = part.find('page');
      return {
        kind: 'changelog',
        text: part.text('text'),
        ...(page === undefined || /^(?:the )?changelog$/i.test(page) ? {} : { page }),
        ...(label === undefined ? {} : { label }),
      };
    },
  },
];

const settings: readonly Form[] = [
  {
    usage: 'give PATH the title "T"',
    patterns: [
      form(`(?:the )?${key} of {page:p} should (?:be|read) {value}`),
      form(`{page:p}['’]s ${key} should (?:be|read) {value}`),
      form(`(?:change|set|update) {page:p}['’]s ${key} to {value}`),
      form(`give {page:p} (?:the |a )?(?:new )?${key} {value}`),
    ],
    build: setKey,
  },
  {
    usage: 'add a description to PATH: "D"',
    patterns: [
      form(`add ${the}(?<key>description) to {page:p}${saying}{value}`),
      form(`add ${the}(?<key>description) {value} to {page:p}`),
    ],
    build: (part) => ({ ...setKey(part), isNew: true }) as Instruction,
  },
  {
    usage: 'add icon "I" to PATH',
    patterns: [
      form(`add ${the}(?<key>icon) {value} to {page:p}`),
      form(`give {page:p} ${the}(?:new )?(?<key>icon) {value}`),
    ],
    build: setKey,
  },
  { usage: 'hide page PATH', patterns: hiding('hide'), build: setSwitch('hidden', true) },
  { usage: 'unhide page PATH', patterns: hiding('unhide'), build: setSwitch('hidden', false) },
  {
    usage: 'mark PATH as deprecated',
    patterns: [form('mark {page:p} as deprecated')],
    build: setSwitch('deprecated', true),
  },
];

/** Returns the forms for hiding a page. `hide X` may be about something in a page; `hide page X` is not. */
function hiding(verb: string): RegExp[] {
  return [
    form(`${verb} (?:the )?page {page:w}`),
    form(`${verb} (?=the )(?!the page )(?!the file ){page:p}`),
    form(`${verb} {page:p} (?:from|in) (?:the )?(?:navigation|sidebar)`),
  ];
}

const structure: readonly Form[] = [
  {
    usage: 'rename group "A" to "B"',
    patterns: [
      form(`rename (?:the )?(?:navigation |sidebar )?group {group:w} (?:to|as|into) {name:w}`),
      form(`rename (?:the )?{group} (?:navigation |sidebar )?group (?:to|as|into) {name:w}`),
    ],
    build: (part) => ({ kind: 'rename_group', group: part.text('group'), name: part.text('name') }),
  },
  {
    usage: 'move group "A" above "B"',
    patterns: [
      form(
        `move (?:the )?(?:navigation |sidebar )?group {group:w} (?<side>above|below|before|after) (?:(?:the )?group )?{beside:w}${inNavigation}`,
      ),
      form(
        `move (?:the )?{group} (?:navigation |sidebar )?group (?<side>above|below|before|after) (?:the )?{beside}(?: group)?${inNavigation}`,
      ),
    ],
    build: (part) => ({
      kind: 'move_group',
      group: part.text('group'),
      beside: part.text('beside'),
      isBehind: /^(?:below|after)$/i.test(part.text('side')),
    }),
  },
  {
    usage: 'remove the redirect from A',
    patterns: [form(`(?:remove|delete|drop) (?:the )?redirect (?:from|of|for) (?<from>${urlPath})`)],
    build: (part) => ({ kind: 'remove_redirect', from: part.text('from') }),
  },
  {
    usage: 'A should redirect to B',
    patterns: [form(`(?<from>${urlPath}) should redirect to (?<to>${url})`)],
    build: (part) => ({ kind: 'redirect', from: part.text('from'), to: part.text('to') }),
  },
];

const inPage = '(?:in|on|of|from) {page:p}';
const heading = '(?:section|heading)';

const sections: readonly Form[] = [
  {
    usage: 'rename section "H" in PATH to "I"',
    patterns: [
      form(`(?:rename|change) (?:the )?${heading} {section} ${inPage} to {to}`),
      form(`(?:rename|change) (?:the )?{section} ${heading} ${inPage} to {to}`),
      form(`(?:rename|change) (?:the )?${heading} {section} to {to} ${inPage}`),
      form(`(?:rename|change) (?:the )?{section} ${heading} to {to} ${inPage}`),
      form(`${onPages} (?:rename|change) (?:the )?(?:${heading} {section}|{section2} ${heading}) to {to}`),
    ],
    build: (part) => toSection(part, (found) => ({ kind: 'rename_section', ...found, to: part.text('to') })),
  },
  {
    usage: 'remove section "H" from PATH',
    patterns: [
      form(`(?:remove|delete|drop) (?:the )?(?:(?:whole|entire) )?section {section} ${inPage}`),
      form(`(?:remove|delete|drop) (?:the )?(?:(?:whole|entire) )?{section} section ${inPage}`),
      form(`${onPages} (?:remove|delete|drop) (?:the )?(?:section {section}|{section2} section)`),
    ],
    build: (part) => toSection(part, (found) => ({ kind: 'remove_section', ...found })),
  },
  {
    usage: 'add to section "H" of PATH: "text"',
    patterns: [
      form(`add (?:to|at the end of|under) (?:the )?${heading} {section} ${inPage}${saying}{text}`),
      form(`add (?:to|at the end of|under) (?:the )?{section} ${heading} ${inPage}${saying}{text}`),
      form(`add {text} (?:to|at the end of|under) (?:the )?${heading} {section} ${inPage}`),
      form(`add {text} (?:to|at the end of|under) (?:the )?{section} ${heading} ${inPage}`),
    ],
    build: (part) => toSection(part, (found) => ({ kind: 'add_to_section', ...found, text: part.text('text') })),
  },
];

/** Only one page: changing the same section on several pages takes several requests. */
function toSection(
  part: Parts,
  build: (found: { page: string; section: string }) => Instruction,
): Instruction | string {
  const [page = '', ...more] = part.find('page') === undefined ? part.list('where') : [part.text('page')];
  if (more.length > 0) return 'name one page for each section';
  return build({ page: page.replace(/:$/, ''), section: part.find('section') ?? part.text('section2') });
}

/** Wordings of authors who haven't read the manual. All of them quote text, so its beginning and end are clear. */
export const naturalForms: readonly Form[] = [...texts, ...settings, ...structure, ...sections];
