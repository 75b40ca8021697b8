/**
 * Inside `class="not-prose"` the text is the author's own to style: every rule `.prose <element>` of the sheet leaves it alone. Rules for
 * classes of ours (`.prose .frame …`) are not about text and stay.
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
