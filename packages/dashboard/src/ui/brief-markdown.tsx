import type { ReactElement, ReactNode } from 'react';
import { toBlocks } from './to-blocks.ts';

/** What an agent says in a few lines: paragraphs, lists, code and bold. Links and everything else stay the text that they are. */
export function BriefMarkdown({ text }: { readonly text: string }): ReactElement {
  return (
    <>
      {toBlocks(text).map(({ isList, lines }, index) =>
        isList ? (
          // oxlint-disable-next-line react/no-array-index-key -- a text doesn't change its order
          <ul key={index} style={{ listStyle: 'disc', paddingInlineStart: '1.2em' }}>
            {lines.map((line, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <li key={at}>{toInline(line)}</li>
            ))}
          </ul>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <div key={index}>{toInline(lines.join('\n'))}</div>
        ),
      )}
    </>
  );
}

function toInline(text: string): ReactNode[] {
  return text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/).map((part, index) => {
    // oxlint-disable react/no-array-index-key -- as above
    if (/^`.+`$/.test(part)) return <code key={index}>{part.slice(1, -1)}</code>;
    if (/^\*\*.+\*\*$/.test(part)) return <strong key={index}>{part.slice(2, -2)}</strong>;
    // oxlint-enable react/no-array-index-key
    return part;
  });
}
