/** Sign-in pages. Text and addresses are passed unescaped and are escaped here. */
import { document } from './document.ts';
import { escapeHtml } from './escape.ts';

export interface FormPage {
  /** The address to which the form is sent. */
  readonly action: string;
  /** A result of `toReturnPath`. */
  readonly returnTo: string;
}

/** `cookies` indicates that the form's page set a cookie, which the browser must send with the form. */
const hiddenFields = (returnTo: string): string =>
  `<input type="hidden" name="redirect" value="${escapeHtml(returnTo)}">
<input type="hidden" name="cookies" value="1">`;

export const passwordPage = ({ action, returnTo, problem }: FormPage & { readonly problem?: string }): string =>
  document(
    'Enter the password',
    `<form method="post" action="${escapeHtml(action)}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="256" autofocus${problem === undefined ? '' : ' aria-describedby="problem" aria-invalid="true"'}>
${problem === undefined ? '' : `<p id="problem" class="problem" role="alert">${escapeHtml(problem)}</p>`}
${hiddenFields(returnTo)}
<button>Open the site</button>
</form>`,
  );

/** Moves the token from the address to a form, so that it doesn't appear in logs or in the browser's history. */
export const tokenScript =
  "const t=location.hash.slice(1);history.replaceState(null,'',location.pathname);" +
  "const f=document.forms[0];if(t!==''&&f){f.elements.namedItem('token').value=t;f.submit()}else document.getElementById('missing').hidden=false";

export const tokenPage = ({ action, returnTo, loginUrl }: FormPage & { readonly loginUrl: string }): string =>
  document(
    'Signing in',
    `<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="token">
${hiddenFields(returnTo)}
</form>
<p id="missing" hidden>The address contains no token. <a href="${escapeHtml(loginUrl)}">Sign in again</a></p>
<noscript><p>Signing in requires JavaScript.</p></noscript>
<script>${tokenScript}</script>`,
  );

export interface ProblemPage {
  readonly title: string;
  readonly message: string;
  /** Address of *Try again*; `undefined` if retrying can't help. */
  readonly retryUrl?: string | undefined;
}

export const problemPage = ({ title, message, retryUrl }: ProblemPage): string =>
  document(
    title,
    `<p role="alert">${escapeHtml(message)}</p>
${retryUrl === undefined ? '' : `<p><a href="${escapeHtml(retryUrl)}">Try again</a></p>`}`,
  );

export const signedOutPage = (loginUrl: string): string =>
  document('You are signed out', `<p><a href="${escapeHtml(loginUrl)}">Sign in again</a></p>`);
