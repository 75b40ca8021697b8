import { Fragment, type ReactElement, type ReactNode } from 'react';
import styles from './brief-markdown.module.css';
import { CodeBlock } from './code-block.tsx';
import { splitInline, toWebAddress } from './split-inline.ts';
import { toBlocks, type Block } from './to-blocks.ts';

export interface BriefMarkdownProps {
  readonly text: string;
  /** The base of relative links. If `undefined`, links stay plain text, because a model may have made them up. */
  readonly linkBase?: string | undefined;
}

/** The Markdown that agents and assistants write: paragraphs, lists, quotations, code, bold and italic text, links. */
export const BriefMarkdown = ({ text, linkBase }: BriefMarkdownProps): ReactElement => (
  <div className={styles['text']}>
    <Blocks blocks={toBlocks(text)} linkBase={linkBase} />
  </div>
);

interface BlocksProps extends Pick<BriefMarkdownProps, 'linkBase'> {
  readonly blocks: readonly Block[];
  /**
   * Blocks in a quotation inherit its direction: the browser ignores elements with `dir` when it determines the
   * direction.
   */
  readonly isQuoted?: boolean;
}

const Blocks = ({ blocks, linkBase, isQuoted = false }: BlocksProps): ReactNode =>
  // oxlint-disable-next-line react/no-array-index-key -- the order of the blocks doesn't change
  blocks.map((block, index) => (
    <Fragment key={index}>{showBlock(block, linkBase, isQuoted ? undefined : 'auto')}</Fragment>
  ));

function showBlock(block: Block, linkBase: string | undefined, dir: 'auto' | undefined): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <div className={styles['paragraph']} dir={dir}>
          {toInline(block.lines.join('\n'), linkBase)}
        </div>
      );
    case 'heading':
      return <strong dir={dir}>{toInline(block.text, linkBase)}</strong>;
    case 'code':
      return <CodeBlock label={block.language === '' ? 'code' : block.language} code={block.code} isWrapped />;
    case 'quote':
      return (
        <blockquote className={`${styles['text']} ${styles['quote']}`} dir={dir}>
          <Blocks blocks={block.blocks} linkBase={linkBase} isQuoted />
        </blockquote>
      );
    case 'list': {
      const items = block.items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the order doesn't change
        <li key={index}>{toInline(item, linkBase)}</li>
      ));
      return block.first === undefined ? (
        <ul className={styles['list']} dir={dir}>
          {items}
        </ul>
      ) : (
        <ol className={styles['list']} dir={dir} start={block.first}>
          {items}
        </ol>
      );
    }
  }
}

function toInline(text: string, linkBase: string | undefined): ReactNode[] {
  return splitInline(text).map((part, index) => {
    // oxlint-disable react/no-array-index-key -- the order doesn't change
    if (part.kind === 'code')
      return (
        <code key={index} dir="ltr">
          {part.text}
        </code>
      );
    if (part.kind === 'strong') return <strong key={index}>{part.text}</strong>;
    if (part.kind === 'emphasis') return <em key={index}>{part.text}</em>;
    if (part.kind !== 'link') return part.text;
    const href = linkBase === undefined ? undefined : toWebAddress(part.href, linkBase);
    if (href === undefined) return `[${part.text}](${part.href})`;
    const label = part.isStrong === true ? <strong>{part.text}</strong> : part.text;
    return (
      <a key={index} href={href} target="_blank" rel="noreferrer">
        {label}
      </a>
    );
    // oxlint-enable react/no-array-index-key
  });
}
