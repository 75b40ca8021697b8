import type { Issue, IssueSeverity } from '@docwright/site-builder';

const levels: Readonly<Record<IssueSeverity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** Formats issues as SARIF 2.1.0 (OASIS), which code hosts show next to the lines of a pull request. */
export function toSarif(issues: readonly Issue[], version: string): object {
  const rules = [...new Set(issues.map(({ code }) => code))].sort((a, b) => (a < b ? -1 : 1));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'docwright', version, rules: rules.map((id) => ({ id })) } },
        columnKind: 'utf16CodeUnits',
        results: issues.map((issue) => toResult(issue, rules.indexOf(issue.code))),
      },
    ],
  };
}

function toResult({ path, line, column, severity, code, message, fix }: Issue, ruleIndex: number): object {
  const region =
    line === undefined ? {} : { region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) } };
  const uri = path.split('/').map(encodeURIComponent).join('/');
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: { text: fix === undefined ? message : `${message} ${fix}` },
    locations: [{ physicalLocation: { artifactLocation: { uri }, ...region } }],
  };
}
