import type { ChildPart, ComponentHandler, RenderContext } from '../component.ts';
import type { Html } from '../../markup/html.ts';
import { escapeAttribute } from '../../markup/escape-html.ts';
import { choiceProp, countProp, flagProp, htmlProp, iconProp, textProp } from './read-props.ts';
import { writeAnchor } from '../../markup/write-heading.ts';

type TitleSize = 'p' | 'h2' | 'h3' | 'h4';
type StepPart = Extract<ChildPart, { kind: 'component' }>;

const steps: ComponentHandler = (props, children, context) => {
  const size = choiceProp<TitleSize>(props, 'titleSize', ['p', 'h2', 'h3', 'h4']);
  let number = 0;
  let items = '';
  let before = '';
  for (const part of children.parts()) {
    if (part.kind === 'component' && part.name === 'Step') {
      number = countProp(part.props, 'stepNumber', { least: 0, most: 9_999 }) ?? number + 1;
      items += writeStep(part, { number, size }, context);
      continue;
    }
    const other = part.html().trim();
    const inner = stepsInside(other);
    // A snippet can contain steps: their numbering continues from the current count.
    for (const item of inner) items += item.replace(ownMarker, (_, start: string) => `${start}${++number}<`);
    if (inner.length > 0) continue;
    if (items === '') before += other;
    // Text between two steps stays in the list, where it was written.
    else items += other === '' ? '' : `<li class="step-between">${other}</li>`;
  }
  return `${before.trim()}${items === '' ? '' : `<ol class="steps" role="list">${items}</ol>`}`;
};

const ownList = '<ol class="steps" role="list">';
const ownMarker = /^(<li class="step" id="[^"]*"><div class="step-marker" aria-hidden="true">)\d+</;

/** The items of steps outside `<Steps>`, each a separate list; empty if the text contains anything else. */
function stepsInside(html: Html): string[] {
  if (!html.startsWith(ownList)) return [];
  const lists = html.slice(ownList.length).split(ownList);
  const items = lists.map((list) => /^(<li class="step"[^]*<\/li>)<\/ol>\s*$/.exec(list)?.[1]);
  return items.every((item) => item !== undefined) ? items : [];
}

interface StepPlace {
  readonly number: number;
  readonly size: TitleSize;
}

function writeStep(step: Pick<StepPart, 'props' | 'children'>, place: StepPlace, context: RenderContext): Html {
  const title = textProp(step.props, 'title');
  const size = choiceProp<TitleSize>(step.props, 'titleSize', [place.size, 'p', 'h2', 'h3', 'h4']);
  const id = context.uniqueId(textProp(step.props, 'id') || title || `step-${place.number}`);
  const anchored = !flagProp(step.props, 'noAnchor') && title !== '';
  if (anchored && size !== 'p') context.addHeading({ id, text: title, depth: Number(size.slice(1)) });
  const icon = iconProp(step.props, context, 'step-icon');
  const heading =
    title === ''
      ? ''
      : `<${size} class="step-title">${htmlProp(step.props, 'title')}${anchored ? writeAnchor(id, title, context.word('linkTo')) : ''}</${size}>`;
  return (
    `<li class="step" id="${escapeAttribute(id)}"><div class="step-marker" aria-hidden="true">${icon || place.number}</div>` +
    `<div class="step-body">${heading}<div class="step-content">${step.children.html()}</div></div></li>`
  );
}

/** A step outside `<Steps>` forms a separate list. */
const step: ComponentHandler = (props, children, context) => {
  const number = countProp(props, 'stepNumber', { least: 0, most: 9_999 }) ?? 1;
  return `<ol class="steps" role="list">${writeStep({ props, children }, { number, size: 'p' }, context)}</ol>`;
};

export const stepComponents: readonly (readonly [string, ComponentHandler])[] = [
  ['Steps', steps],
  ['Step', step],
];
