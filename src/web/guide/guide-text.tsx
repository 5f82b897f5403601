import { Link } from 'react-router'
import type { Block, Inline } from '#core/guide/markdown.ts'
import { findPicture } from './guide-files.ts'

/** The blocks of a guide page below its heading. */
export function GuideText({ blocks }: { blocks: Block[] }) {
  return (
    <article className="grid max-w-3xl gap-4 text-sm leading-relaxed">
      {blocks.map((block, index) => (
        <GuideBlock key={index} block={block} />
      ))}
    </article>
  )
}

function GuideBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h2 className="pt-2 text-lg font-semibold">{block.text}</h2>
    case 'picture':
      return (
        <img
          src={findPicture(block.file)}
          alt={block.alt}
          loading="lazy"
          className="w-full rounded-md border border-line"
        />
      )
    case 'paragraph':
      return <p>{renderInline(block.content)}</p>
    case 'list': {
      const items = block.items.map((item, index) => <li key={index}>{renderInline(item)}</li>)
      if (block.ordered) return <ol className="grid list-decimal gap-1.5 pl-6">{items}</ol>
      return <ul className="grid list-disc gap-1.5 pl-6">{items}</ul>
    }
  }
}

function renderInline(content: Inline[]) {
  return content.map((part, index) => {
    switch (part.kind) {
      case 'text':
        return part.text
      case 'strong':
        return <strong key={index}>{part.text}</strong>
      case 'code':
        return (
          <kbd key={index} className="rounded-sm border border-line-strong px-1 text-xs">
            {part.text}
          </kbd>
        )
      case 'link':
        return (
          <Link
            key={index}
            className="font-medium text-accent-strong underline"
            to={`/help/${part.to.replace('.md', '')}`}
          >
            {part.text}
          </Link>
        )
    }
  })
}
