/**
 * Measures how often the assistant quotes the right section of the right page; no model is called. If a page links to a
 * section of another page, the link's text describes the section. So each such text, with the page's title, is a
 * question that the section answers.
 *
 * node bench/assistant/measure-passages.ts <folder of sites> [questions per site = 60]
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findExtracts, type SiteKnowledge } from '@docwright/site-assistant';

import { openSite } from './open-site.ts';

interface Linked {
  readonly question: string;
  readonly path: string;
  readonly anchor: string;
}

const [corpus = process.env['DOCWRIGHT_CORPUS'] ?? '', most = '60'] = process.argv.slice(2);
if (corpus === '') throw new Error('usage: measure-passages.ts <folder of sites> [questions per site]');
/** The minimum number of sections of a page for the choice to be meaningful. */
const LEAST_SECTIONS = 4;

/** Finds links to other pages' sections with link text of two or more English words, each text once per linked page. */
async function linkedSections(knowledge: SiteKnowledge): Promise<Linked[]> {
  const found = new Map<string, Linked>();
  const { pages } = await knowledge.listPages({ limit: 10_000 });
  for (const { path: from } of pages) {
    const markdown = (await knowledge.readPage(from))?.markdown ?? '';
    for (const { groups } of markdown.matchAll(
      /(?<!!)\[(?<text>[^\]\n]+)\]\(\/(?<path>[^)\s#]+)#(?<anchor>[^)\s]+)\)/g,
    )) {
      const text = groups?.text?.replaceAll(/[*_`]/g, '').trim() ?? '';
      const path = groups?.path?.replace(/\.md$/, '') ?? '';
      const anchor = groups?.anchor ?? '';
      if (path === from || !/^[\x20-\x7e]+$/.test(text) || !text.includes(' ')) continue;
      const target = await knowledge.readPage(path);
      if (target === undefined || target.sections.length < LEAST_SECTIONS) continue;
      if (!target.sections.some((section) => section.anchor === anchor)) continue;
      found.set(`${text.toLowerCase()}\n${path}`, { question: `how does ${text} ${target.title} work?`, path, anchor });
    }
  }
  return [...found.values()];
}

const folders = readdirSync(corpus, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const halves = { even: { asked: 0, quoted: 0, right: 0 }, odd: { asked: 0, quoted: 0, right: 0 } };
for (const [place, { name }] of folders.sort((a, b) => (a.name < b.name ? -1 : 1)).entries()) {
  const knowledge = await openSite(join(corpus, name));
  const linked = await linkedSections(knowledge);
  const step = Math.max(1, Math.floor(linked.length / Number(most)));
  const asked = linked.filter((_, index) => index % step === 0).slice(0, Number(most));
  const half = place % 2 === 0 ? halves.even : halves.odd;
  for (const { question, path, anchor } of asked) {
    const { extracts } = await findExtracts(knowledge, question);
    const own = extracts.find((extract) => extract.path === path);
    half.asked += 1;
    if (own !== undefined) half.quoted += 1;
    if (own?.anchor === anchor) half.right += 1;
  }
  console.log(`${name}: ${asked.length} questions`);
}
for (const [name, { asked, quoted, right }] of Object.entries(halves))
  console.log(
    `${name}-numbered sites: ${asked} questions, page quoted ${(quoted / asked).toFixed(3)}, right section among those ${(right / quoted).toFixed(3)}`,
  );
