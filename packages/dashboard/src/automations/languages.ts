/** Returns the distinct tags in text, separated by commas, semicolons or line breaks. */
export const splitLanguages = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

const maxLanguages = 50;
/** Common target languages of documentation, for suggesting a tag for a language's name. */
const frequent =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk ur vi zh zh-Hans zh-Hant'.split(
    ' ',
  );

/** Returns why the API would refuse a list of languages or translate into the wrong language, or `undefined`. */
export function findLanguageFault(text: string): string | undefined {
  const tags = splitLanguages(text);
  if (tags.length > maxLanguages) return `${tags.length} languages are too many: list at most ${maxLanguages}.`;
  const seen = new Map<string, string>();
  for (const tag of tags) {
    const fault = findTagFault(tag);
    if (fault !== undefined) return fault;
    const before = seen.get(tag.toLowerCase());
    if (before !== undefined) return `“${before}” and “${tag}” are the same language. Remove one of them.`;
    seen.set(tag.toLowerCase(), tag);
  }
  return undefined;
}

function findTagFault(tag: string): string | undefined {
  const known = frequent.find((each) => nameOf(each)?.toLowerCase() === tag.toLowerCase());
  if (known !== undefined) return `“${tag}” is a name. Enter the language’s tag: ${known}.`;
  // Longer first parts are valid, but no language uses them.
  if (/^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3}$/i.test(tag) && isTag(tag)) return undefined;
  return `“${tag}” isn’t a language tag. Enter tags such as de, pt-BR or zh-Hans, separated by commas.`;
}

function nameOf(tag: string): string | undefined {
  return new Intl.DisplayNames('en', { type: 'language' }).of(tag);
}

function isTag(tag: string): boolean {
  try {
    Intl.getCanonicalLocales(tag);
    return true;
  } catch {
    return false;
  }
}
