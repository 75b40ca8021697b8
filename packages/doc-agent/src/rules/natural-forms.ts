import type { Instruction } from './instruction.ts';
import { form, inPages, page, quotedPart, the, toPlaces, word } from './statement-form.ts';
import type { Form, Parts } from './statement-form.ts';

/** A URL, a path with its slash, or anything in quotes. */
const url = `(?:${quotedPart}|(?:https?://|mailto:|\\.{0,2}/)[^\\s]*[^\\s,:;])`;
const callouts: Readonly<Record<string, 'Warning' | 'Note' | 'Tip' | 'Info'>> = {
  warning: 'Warning',
  note: 'Note',
  tip: 'Tip',
  info: 'Info',
};
const callout = `${the}(?<type>warning|note|tip|info)(?: box| callout| block)?`;
const key = '(?<key>title|description)';

function toReplacement(part: Parts): Instruction {
  return { kind: 'replace', old: part.text('old'), new: part.text('new'), where: toPlaces(part.find('where')) };
}

function setKey(part: Parts): Instruction {
  const set = { [part.text('key').toLowerCase()]: part.text('value') };
  return { kind: 'frontmatter', page: part.text('page'), set, unset: [], isNamed: false };
}

/** Wordings of people who never read the manual. Texts are quoted in all of them: what they cover is certain then. */
export const naturalForms: readonly Form[] = [
  {
    usage: '"A" should be "B" [in PATH]',
    patterns: [
      form(`{old} should (?:be|read|say) {new}${inPages}`),
      form(`(?:in|on) ${page}(?<where>${word}),? {old} should (?:be|read|say) {new}`),
      form(`(?:it should (?:be|read|say)|use|say|write) {new} (?:instead of|rather than) {old}${inPages}`),
      form(
        `(?:in|on) ${page}(?<where>${word}),? (?:it should (?:be|read|say)|use|say|write) {new} (?:instead of|rather than) {old}`,
      ),
    ],
    build: toReplacement,
  },
  {
    usage: 'change URL A to B [on PATH]',
    patterns: [
      form(`(?:change|update|replace) (?:the )?(?:url|link) (?<old>${url}) (?:to|with|by) (?<new>${url})${inPages}`),
    ],
    build: (part) => ({
      kind: 'replace',
      old: part.text('old'),
      new: part.text('new'),
      where: toPlaces(part.find('where')),
      kinds: ['links'],
      whole: true,
    }),
  },
  {
    usage: 'give PATH the title "T"',
    patterns: [
      form(`(?:the )?${key} of ${page}{page:w} should (?:be|read) {value}`),
      form(`${page}{page:w}['’]s ${key} should (?:be|read) {value}`),
      form(`(?:change|set|update) ${page}{page:w}['’]s ${key} to {value}`),
      form(`give ${page}{page:w} (?:the |a )?(?:new )?${key} {value}`),
    ],
    build: setKey,
  },
  {
    usage: 'add a warning to PATH: "text"',
    patterns: [
      form(
        `add ${callout} (?:to|on|in|at the top of) ${page}{page:w}(?: ?: ?| saying:? | that says:? | with the text:? ){text}`,
      ),
      form(`add ${callout} {text} (?:to|on|at the top of) ${page}{page:w}`),
    ],
    build: (part) => ({
      kind: 'callout',
      page: part.text('page'),
      component: callouts[part.text('type').toLowerCase()] ?? 'Note',
      text: part.text('text'),
    }),
  },
  {
    usage: 'rename group "A" to "B"',
    patterns: [
      form(`rename (?:the )?(?:navigation |sidebar )?group {group:w} (?:to|as|into) {name:w}`),
      form(`rename (?:the )?{group} (?:navigation |sidebar )?group (?:to|as|into) {name:w}`),
    ],
    build: (part) => ({ kind: 'rename_group', group: part.text('group'), name: part.text('name') }),
  },
  {
    usage: 'hide page PATH',
    patterns: [form('hide (?:the )?page {page:w}')],
    build: (part) => ({
      kind: 'frontmatter',
      page: part.text('page'),
      set: { hidden: true },
      unset: [],
      isNamed: true,
    }),
  },
  {
    usage: 'unhide page PATH',
    patterns: [form('unhide (?:the )?page {page:w}')],
    build: (part) => ({ kind: 'frontmatter', page: part.text('page'), set: {}, unset: ['hidden'], isNamed: true }),
  },
];
