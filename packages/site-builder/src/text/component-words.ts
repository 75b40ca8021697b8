/** Labels of built-in components, pages and the site's frame, in the language of the page. */
const KEYS = [
  'note',
  'info',
  'tip',
  'success',
  'warning',
  'danger',
  'requests',
  'responses',
  'codeExamples',
  'codeNumber',
  'tabs',
  'tabNumber',
  'tags',
  'update',
  'code',
  'codeIn',
  'copyCode',
  'showAllLines',
  'showFewerLines',
  'prompt',
  'copyPrompt',
  'openInCursor',
  'showPrompt',
  'done',
  'toDo',
  'table',
  'footnote',
  'footnotes',
  'backToText',
  'linkTo',
  'announcement',
  'navigation',
  'documentation',
  'view',
  'breadcrumb',
  'examples',
  'pages',
  'sections',
  'site',
  'pageFailed',
  'sourceFault',
  'sourceFaults',
  'expressionFailed',
  'apiKey',
  'contentType',
  'basicAuth',
  'bearerAuth',
  'oauthAuth',
] as const;

export type ComponentWord = (typeof KEYS)[number];
export type ComponentText = Readonly<Record<ComponentWord, string>>;

const english =
  'Note|Info|Tip|Success|Warning|Danger|Requests|Responses|Code examples|Code {n}|Tabs|Tab {n}|Tags|Update|Code|{language} code|Copy code|Show all lines|Show fewer lines|Prompt|Copy prompt|Open in Cursor|Show prompt|Done|To do|Table|Footnote {n}|Footnotes|Back to the text|Link to {title}|Announcement|Navigation|Documentation|View|Breadcrumb|Examples|Pages|Sections|Site|This page could not be shown.|The source of this page has an error in one place, which is shown as text.|The source of this page has errors in {n} places, which are shown as text.|This content could not be rendered. See the list of issues.|API key|{name} content type|Basic authentication: `Basic <credentials>`, the user name and password joined by a colon and encoded in Base64.|Bearer authentication: `Bearer <token>`.|The access token from an OAuth 2 flow: `Bearer <token>`.';

export const isComponentWord = (name: string): name is ComponentWord => Object.hasOwn(englishComponents, name);

/** The labels in English. They are in their own file because browsers load them without the translations. */
export const englishComponents: ComponentText = toComponentText(english);

/** @param line the words in the order of `KEYS`, separated by `|` */
export function toComponentText(line: string): ComponentText {
  const words = line.split('|');
  // A test checks that every line has a word for each key.
  return Object.fromEntries(KEYS.map((key, index) => [key, words[index] ?? key])) as unknown as ComponentText;
}
