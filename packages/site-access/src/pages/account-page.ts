import type { ListedToken } from '../agents/token-records.ts';
import type { Session } from '../session/session.ts';
import { document } from './document.ts';
import { escapeHtml } from './escape.ts';
import { countOf } from '../count-of.ts';

/** Token lifetimes that readers can choose, in days. */
export const tokenDays = [7, 30, 90] as const;

export interface AccountPage extends Pick<Session, 'reader' | 'groupsLeftOut'> {
  /** The address of *Sign out*; `undefined` if a proxy signs readers in. */
  readonly logoutUrl?: string;
  readonly tokens?: TokenSection;
}

export interface TokenSection {
  readonly listed: readonly ListedToken[];
  readonly createUrl: string;
  readonly revokeUrl: string;
  readonly mcpUrl: string;
  /** The token that was just created, which is shown once. */
  readonly created?: string;
  readonly problem?: string;
}

export function accountPage({ reader, groupsLeftOut, logoutUrl, tokens }: AccountPage): string {
  const { name, email, groups } = reader;
  const rows: readonly (readonly [string, string])[] = [
    ...(name === undefined ? [] : [['Name', name] as const]),
    ...(email === undefined ? [] : [['Email', email] as const]),
    ...(groups.length === 0 ? [] : [['Groups', groups.join(', ')] as const]),
  ];
  const facts = rows.map(([term, text]) => `<dt>${term}</dt><dd>${escapeHtml(text)}</dd>`).join('\n');
  const leftOut =
    groupsLeftOut === 0
      ? ''
      : `<p class="problem">${groupsLeftOut} more of your groups don't fit into a session, and have no effect on this site. Ask its administrators to send fewer groups.</p>`;
  const form =
    logoutUrl === undefined
      ? ''
      : `<form method="post" action="${escapeHtml(logoutUrl)}">
<button>Sign out</button>
</form>`;
  return document(
    'Your account',
    `<dl>${facts}</dl>\n${leftOut}\n${form}${tokens === undefined ? '' : tokenSection(tokens)}`,
  );
}

const toDate = (ms: number): string => {
  const date = new Date(ms).toISOString().slice(0, 10);
  return `<time datetime="${date}">${date}</time>`;
};

function tokenSection({ listed, createUrl, revokeUrl, mcpUrl, created, problem }: TokenSection): string {
  return `
<h2>Access for coding agents</h2>
<p>Agents can read this site with your permission through its MCP server:</p>
<code>${escapeHtml(mcpUrl)}</code>
<p>Agents that can sign in ask you for permission. For other agents, create a token, and send it as <code>Authorization: Bearer TOKEN</code></p>
${created === undefined ? '' : `<p role="status">Copy your new token now. It won't be shown again.</p>\n<code>${escapeHtml(created)}</code>`}
${problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`}
${listed.length === 0 ? '' : `<ul>\n${listed.map((token) => tokenItem(token, revokeUrl)).join('\n')}\n</ul>`}
<form method="post" action="${escapeHtml(createUrl)}">
<label for="name">Name of the token</label>
<input id="name" name="name" required maxlength="60" autocomplete="off">
<label for="days">Expires</label>
<select id="days" name="days">
${tokenDays.map((days) => `<option value="${days}"${days === 30 ? ' selected' : ''}>in ${countOf(days, 'day')}</option>`).join('\n')}
</select>
<button>Create token</button>
</form>`;
}

const tokenItem = ({ id, name, use, createdAtMs, expiresAtMs }: ListedToken, revokeUrl: string): string =>
  `<li>${escapeHtml(name)} (${use === 'mcp' ? 'application' : 'token'}), created ${toDate(createdAtMs)}, expires ${toDate(expiresAtMs)}
<form method="post" action="${escapeHtml(revokeUrl)}"><input type="hidden" name="id" value="${escapeHtml(id)}"><button aria-label="Revoke ${escapeHtml(name)}">Revoke</button></form></li>`;
