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
  'It opens automatically in a few seconds.',
  '<meta http-equiv="refresh" content="2">\n',
);

export const notBuiltPage = page(
  "The manual can't be shown",
  "This installation doesn't include the manual, or it could not be built; the service's log says why. The API description is at <code>/openapi.json</code>.",
);
