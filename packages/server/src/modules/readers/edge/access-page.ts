import { securityHeaders, type Exchange } from '@docwright/site-server';

/** The site's own path for passwords and codes; a file of the site at this path is never served. */
export const accessPath = '/_docwright/access';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:24rem;margin:20vh auto 0;padding:0 1rem;color-scheme:light dark}' +
  'label,input,button{display:block;width:100%;box-sizing:border-box;font:inherit}' +
  'input,button{margin-top:.5rem;padding:.5rem}.problem{color:#c5221f}';

/** @param returnTo a result of `toReturnPath` */
export function sendPasswordPage(
  exchange: Exchange,
  { status, returnTo, problem }: { readonly status: number; readonly returnTo: string; readonly problem?: string },
): void {
  const body = Buffer.from(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Protected preview</title>
<style>${style}</style>
<main>
<h1>Protected preview</h1>
<form method="post" action="${accessPath}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="256" autofocus${problem === undefined ? '' : ' aria-describedby="problem" aria-invalid="true"'}>
${problem === undefined ? '' : `<p id="problem" class="problem" role="alert">${problem}</p>`}
<input type="hidden" name="to" value="${escapeAttribute(returnTo)}">
<button>Open the preview</button>
</form>
</main>
</html>
`);
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
  exchange.send(
    status,
    [
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      String(body.length),
      'Cache-Control',
      'no-store',
      'Content-Security-Policy',
      policy,
      ...(status === 401 ? ['WWW-Authenticate', 'Bearer'] : []),
      ...securityHeaders,
    ],
    body,
  );
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
