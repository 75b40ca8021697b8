import type { ChildPart, ComponentHandler, Html, RenderContext } from '../model.ts';
import { escapeAttribute } from '../theme/escape-html.ts';
import { choiceProp, countProp, flagProp, htmlProp, iconProp, textProp } from './read-props.ts';
import { writeAnchor } from './write-heading.ts';

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
    } else if (items === '') {
      before += part.html();
    } else {
      // Text between two steps belongs to the list, where it was written.
      const between = part.html().trim();
      items += between === '' ? '' : `<li class="step-between">${between}</li>`;
    }
  }
  return `${before.trim()}${items === '' ? '' : `<ol class="steps" role="list">${items}</ol>`}`;
};

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
      : `<${size} class="step-title">${htmlProp(step.props, 'title')}${anchored ? writeAnchor(id, title) : ''}</${size}>`;
  return (
    `<li class="step" id="${escapeAttribute(id)}"><div class="step-marker" aria-hidden="true">${icon || place.number}</div>` +
    `<div class="step-body">${heading}<div class="step-content">${step.children.html()}</div></div></li>`
  );
}

/** A step outside of `<Steps>` makes a list of its own. */
const step: ComponentHandler = (props, children, context) => {
  const number = countProp(props, 'stepNumber', { least: 0, most: 9_999 }) ?? 1;
  return `<ol class="steps" role="list">${writeStep({ props, children }, { number, size: 'p' }, context)}</ol>`;
};

export const stepComponents: readonly (readonly [string, ComponentHandler])[] = [
  ['Steps', steps],
  ['Step', step],
];
