/** The page at `/dashboard` if the dashboard was not built. The API still works. */
export const missingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The dashboard is not built</title>
<h1>The dashboard is not built</h1>
<p>The service is running, and its API and command line work. To build the missing files of the dashboard, run
<code>npm start</code> or <code>node scripts/run-build-dashboard.ts</code>. Then reload this page.</p>
<p><a href="/docs">Manual</a> · <a href="/reference">API reference</a></p>
</html>
`;
