/**
 * Third-party works in a built site, and their licenses: Font Awesome's license requires a notice where its icons are
 * used.
 */
export const thirdPartyNotice = `Parts of this site were made by others:

Icons
  Font Awesome Free by Fonticons, Inc. (fontawesome.com), CC BY 4.0
  Lucide (lucide.dev), ISC
  Tabler Icons (tabler.io/icons), MIT

Fonts
  Inter by The Inter Project Authors, SIL Open Font License 1.1
  Geist and Geist Mono by Vercel in collaboration with basement.studio, SIL Open Font License 1.1
  KaTeX fonts by Khan Academy and other contributors, SIL Open Font License 1.1

Scripts and styles on the pages that use them
  KaTeX, Mermaid, Preact, MIT
`;
