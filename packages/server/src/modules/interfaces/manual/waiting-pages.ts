const page = (title: string, text: string, head = ''): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${title}</title>
<h1>${title}</h1>
<p>${text}</p>
</html>
`;

/** Loads itself again: a build takes a few seconds. */
export const beingBuiltPage = page(
  'The manual is being built',
  'It opens by itself in a few seconds.',
  '<meta http-equiv="refresh" content="2">\n',
);

export const notBuiltPage = page(
  'The manual can’t be shown',
  'This installation has no manual beside it, or it could not be built; the log of the service says why. The API’s description is at <code>/openapi.json</code>.',
);
