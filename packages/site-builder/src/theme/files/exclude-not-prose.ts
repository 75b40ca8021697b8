/**
 * Excludes text inside `class="not-prose"`, which the author styles, from every rule `.prose <element>` of the style
 * sheet. Rules for our own classes (`.prose .frame …`) don't concern text and still apply.
 */
export function excludeNotProse(css: string): string {
  return css.replace(
    /(^|,\s*|\}\s*)(\.prose (?:[^{},.()]|\.(?=[\d])|\([^)]*\))+?)(?=\s*[{,])/gm,
    (_all, before: string, selector: string) => {
      const pseudo = /::[\w-]+$/.exec(selector)?.[0] ?? '';
      return `${before}${selector.slice(0, selector.length - pseudo.length)}:not(:where(.not-prose,.not-prose *))${pseudo}`;
    },
  );
}
