import { CheckedMarkdown } from '../answer/checked-markdown.ts';
import { answerTexts } from '../answer/answer-texts.ts';
import { pageUrl, ReadPages } from '../answer/read-pages.ts';
import { findExtracts, type Extract } from '../extracts/find-extracts.ts';
import type { KnowledgeFilter, Passage, SiteKnowledge } from '../knowledge/site-knowledge.ts';
import { noUsage, type TurnEvent, type TurnOutcome, type TurnUsage } from './turn-event.ts';

export interface ExtractsRequest {
  readonly knowledge: SiteKnowledge;
  readonly question: string;
  readonly language: string;
  readonly filter?: KnowledgeFilter;
}

/**
 * Answers with the best passages; if no passage answers, says so and names the three most similar sections.
 * @param model the model whose answer they replace; `failure`: the reason if it failed
 */
export async function* answerWithExtracts(
  request: ExtractsRequest,
  model?: { readonly failure?: string; readonly usage: TurnUsage },
): AsyncGenerator<TurnEvent> {
  const { knowledge, question, language, filter } = request;
  const texts = answerTexts(language);
  const { extracts, nearest } = await findExtracts(knowledge, question, filter === undefined ? {} : { filter });
  const usage = model?.usage ?? noUsage;
  const failure = model?.failure;
  const end = (outcome: TurnOutcome): TurnEvent => ({
    type: 'end',
    outcome: failure === undefined ? outcome : 'failed',
    usage,
  });
  if (extracts.length === 0) {
    yield* sayNearest(knowledge, nearest, failure ?? texts.unanswered, texts.nearest);
    yield end('unanswered');
    return;
  }
  const intro = failure === undefined ? '' : `${failure} `;
  yield { type: 'text', text: `${intro}${texts.extracts}\n` };
  for (const extract of extracts) yield* quote(knowledge, extract);
  yield end('answered');
}

async function* quote(knowledge: SiteKnowledge, extract: Extract): AsyncGenerator<TurnEvent> {
  const { path, title, heading, anchor, markdown } = extract;
  const pages = new ReadPages(knowledge);
  const page = await pages.read(path);
  const source = pages.sourceOf({ path, title }, anchor, heading);
  yield { type: 'source', source };
  const linked = page === undefined ? [] : [...markdown.matchAll(/\]\(\s*<?(?<href>[^\s)>]+)/g)];
  // Links of a passage keep their targets; links to pages that the site doesn't have become text.
  for (const { groups } of linked)
    if (/^[/.\w]/.test(groups?.href ?? '')) await pages.read(toPath(groups?.href ?? '', path));
  const checked = new CheckedMarkdown({
    link: (target) =>
      pages.link(
        /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(target)
          ? target
          : target.startsWith('#')
            ? `/${path}${target}`
            : `/${toPath(target, path)}${anchorOf(target)}`,
      ),
    allowsUrl: () => true,
    allowsUrlInCode: () => true,
    quotes: () => true,
  });
  const text = checked.push(markdown) + checked.end();
  yield { type: 'text', text: `\n### [${escapeLabel(source.title)}](${source.url})\n\n${text}\n` };
}

function anchorOf(target: string): string {
  const at = target.indexOf('#');
  return at < 0 ? '' : target.slice(at);
}

/** Resolves the address like a browser on the page. */
function toPath(href: string, from: string): string {
  return new URL(href, `http://site/${encodeURI(from)}`).pathname.slice(1);
}

export async function* sayNearest(
  { basePath }: SiteKnowledge,
  nearest: readonly Passage[],
  sentence: string,
  lead: string,
): AsyncGenerator<TurnEvent> {
  const links = nearest.map(
    ({ path, title, heading, anchor }) =>
      `- [${escapeLabel(heading === '' ? title : `${title}: ${heading}`)}](${pageUrl(basePath, path, anchor)})\n`,
  );
  const list = links.length === 0 ? '' : ` ${lead}\n\n${links.join('')}`;
  yield { type: 'text', text: `${sentence}${list}` };
}

function escapeLabel(label: string): string {
  return label.replaceAll(/[\\[\]<>`*_]/g, '\\$&');
}
