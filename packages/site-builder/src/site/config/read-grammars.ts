import { decodeText } from '../../text/decode-text.ts';
import { fieldOf } from '../../text/json-object.ts';
import type { ReportIssue } from '../../issues/issue.ts';
import { parseJson } from '../../text/parse-json.ts';
import type { SiteConfig } from './site-config.ts';
import type { CustomGrammar } from '@docwright/highlight';
import type { SiteSource } from '../../source/site-source.ts';

/** Reads the site's own TextMate grammars. An invalid one is reported, and code in its language isn't highlighted. */
export function readGrammars(config: SiteConfig, source: SiteSource, report: ReportIssue): CustomGrammar[] {
  return config.styling.codeblocks.customLanguages.flatMap((path): CustomGrammar[] => {
    const bytes = source.read(path);
    const parsed = bytes === undefined ? undefined : parseJson(decodeText(bytes).text);
    const grammar = parsed?.ok === true ? parsed.value : undefined;
    const name = fieldOf(grammar, 'name');
    const scope = fieldOf(grammar, 'scopeName');
    if (typeof name !== 'string' || typeof scope !== 'string') {
      report({
        path: config.file,
        severity: 'warning',
        code: 'config-value',
        message: `styling.codeblocks.languages.custom contains "${path}", which is not the path of a TextMate grammar in JSON in this site.`,
        fix: 'Point it at a .tmLanguage.json file.',
      });
      return [];
    }
    const types = fieldOf(grammar, 'fileTypes');
    const fileTypes = Array.isArray(types) ? (types as unknown[]).filter((type) => typeof type === 'string') : [];
    const file = path.slice(path.lastIndexOf('/') + 1).split('.')[0] ?? name;
    const aliases = new Set([scope.split('.').at(-1) ?? name, file, ...fileTypes].map((alias) => alias.toLowerCase()));
    return [
      { name: name.toLowerCase(), aliases: [...aliases].filter((alias) => alias !== name.toLowerCase()), grammar },
    ];
  });
}
