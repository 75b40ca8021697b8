/** Words that keep their capitals. */
const names: Readonly<Record<string, string>> = {
  api: 'API',
  ip: 'IP',
  jwt: 'JWT',
  mcp: 'MCP',
  oidc: 'OIDC',
  sso: 'SSO',
  url: 'URL',
};

/** Returns `Agent job: pull request merged` for `agent_job.pull_request_merged`. Filters and the API use the latter. */
export function toActionWords(action: string): string {
  const [object = '', ...verbs] = action.split('.').map(toWords);
  const text = verbs.length === 0 ? object : `${object}: ${verbs.join(', ')}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const toWords = (part: string): string =>
  part
    .split('_')
    .map((word) => names[word] ?? word)
    .join(' ');
