import { calloutNames } from '../source/component-table.generated.ts';

/** An entry of the `/` menu. `#` marks the cursor position after the insertion. */
export interface Insertion {
  readonly label: string;
  readonly detail: string;
  readonly section: 'Text' | 'Content' | 'Callouts' | 'Components';
  readonly template: string;
  /** The component whose props the author enters in a form. */
  readonly asksFor?: string;
}

type CalloutName = (typeof calloutNames)[number];

const calloutDetails: Readonly<Record<CalloutName, string>> = {
  Note: 'Additional information',
  Info: 'Background',
  Tip: 'Advice',
  Check: 'A condition or a result',
  Warning: 'Something to be careful about',
  Danger: 'Something that can’t be undone',
};

const callout = (name: CalloutName): Insertion => ({
  label: name,
  detail: calloutDetails[name],
  section: 'Callouts',
  template: `<${name}>\n  #\n</${name}>`,
});

export const insertions: readonly Insertion[] = [
  { label: 'Heading 2', detail: 'A section', section: 'Text', template: '## #' },
  { label: 'Heading 3', detail: 'Part of a section', section: 'Text', template: '### #' },
  { label: 'Heading 4', detail: 'A smaller heading', section: 'Text', template: '#### #' },
  { label: 'Bulleted list', detail: 'Items in any order', section: 'Text', template: '- #' },
  { label: 'Numbered list', detail: 'Items in order', section: 'Text', template: '1. #' },
  { label: 'Task list', detail: 'Items with checkboxes', section: 'Text', template: '- [ ] #' },
  { label: 'Quote', detail: 'Someone’s words', section: 'Text', template: '> #' },
  { label: 'Divider', detail: 'A line across the page', section: 'Text', template: '---\n\n#' },
  { label: 'Image', detail: 'Upload a file', section: 'Content', template: '#' },
  {
    label: 'Table',
    detail: 'Rows and columns',
    section: 'Content',
    template: '| Name | Description |\n| --- | --- |\n|  |  |\n|  |  |\n\n#',
  },
  { label: 'Code block', detail: 'Code with syntax highlighting', section: 'Content', template: '```bash\n#\n```' },
  ...calloutNames.map(callout),
  {
    label: 'Steps',
    detail: 'Numbered instructions',
    section: 'Components',
    template:
      '<Steps>\n  <Step title="First step">\n    #\n  </Step>\n  <Step title="Second step">\n    \n  </Step>\n</Steps>',
  },
  {
    label: 'Tabs',
    detail: 'Shows one of several variants at a time',
    section: 'Components',
    template: '<Tabs>\n  <Tab title="First tab">\n    #\n  </Tab>\n  <Tab title="Second tab">\n    \n  </Tab>\n</Tabs>',
  },
  {
    label: 'Cards',
    detail: 'Links with titles, side by side',
    section: 'Components',
    template:
      '<CardGroup cols={2}>\n  <Card title="First card" href="/">\n    #\n  </Card>\n  <Card title="Second card" href="/">\n    \n  </Card>\n</CardGroup>',
  },
  {
    label: 'Card',
    detail: 'A link with a title',
    section: 'Components',
    template: '<Card title="Card">\n  #\n</Card>',
    asksFor: 'Card',
  },
  {
    label: 'Accordion',
    detail: 'Text that opens when it is selected',
    section: 'Components',
    template: '<Accordion title="Accordion">\n  #\n</Accordion>',
    asksFor: 'Accordion',
  },
  {
    label: 'Code group',
    detail: 'Code in several languages',
    section: 'Components',
    template: '<CodeGroup>\n\n```bash npm\n#\n```\n\n```bash yarn\n\n```\n\n</CodeGroup>',
  },
  {
    label: 'Columns',
    detail: 'Text side by side',
    section: 'Components',
    template: '<Columns cols={2}>\n  <Column>\n    #\n  </Column>\n  <Column>\n    \n  </Column>\n</Columns>',
  },
  { label: 'Frame', detail: 'A picture with a caption', section: 'Components', template: '<Frame>\n  #\n</Frame>' },
  {
    label: 'Expandable',
    detail: 'Nested fields',
    section: 'Components',
    template: '<Expandable title="Properties">\n  #\n</Expandable>',
    asksFor: 'Expandable',
  },
  {
    label: 'Parameter',
    detail: 'A parameter of an API',
    section: 'Components',
    template: '<ParamField path="name" type="string">\n  #\n</ParamField>',
    asksFor: 'ParamField',
  },
  {
    label: 'Response field',
    detail: 'A field of a response',
    section: 'Components',
    template: '<ResponseField name="name" type="string">\n  #\n</ResponseField>',
    asksFor: 'ResponseField',
  },
  {
    label: 'Update',
    detail: 'An entry of a changelog',
    section: 'Components',
    template: '<Update label="Version">\n  #\n</Update>',
    asksFor: 'Update',
  },
];

/** Fills a template. The cursor moves to the last `#` that isn't part of a heading. */
export function fillTemplate(template: string, indent: string): { readonly text: string; readonly cursor: number } {
  const at = template.lastIndexOf('#');
  const before = template.slice(0, at).replaceAll('\n', `\n${indent}`);
  const after = template.slice(at + 1).replaceAll('\n', `\n${indent}`);
  return { text: before + after, cursor: before.length };
}
