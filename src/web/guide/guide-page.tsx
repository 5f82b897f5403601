/** The user guide: docs/guide on a screen, with a search (SPEC B67). */
import { useId, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { FIRST_GUIDE_PAGE, GUIDE_PAGES } from '#core/guide/guide-pages.ts'
import type { Block, Inline } from '#core/guide/markdown.ts'
import { classes } from '#web/ui/classes.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Page } from '#web/ui/page.tsx'
import { findPicture, readGuidePage, searchGuide } from './guide-files.ts'

export function GuidePage() {
  const { name = FIRST_GUIDE_PAGE } = useParams()
  const page = GUIDE_PAGES.find((other) => other.name === name)
  if (!page) return <Navigate to="/help" replace />
  const [, ...blocks] = readGuidePage(page.name)
  return (
    <Page title={page.title} description="User guide">
      <div className="grid items-start gap-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <GuideContents current={page.name} />
        <GuideText blocks={blocks} />
      </div>
    </Page>
  )
}

function GuideContents({ current }: { current: string }) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const found = searchGuide(typed)
  return (
    <nav aria-label="Guide" className="grid gap-3 text-sm lg:sticky lg:top-18">
      <label htmlFor={id} className="sr-only">
        Search the guide
      </label>
      <TextInput
        id={id}
        type="search"
        placeholder="Search the guide"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className="sr-only not-empty:not-sr-only not-empty:text-muted">
        {found.length === 0 && 'No pages match your search.'}
      </p>
      <ul className="grid gap-0.5">
        {found.map(({ name, title }) => (
          <li key={name}>
            <Link
              to={`/help/${name}`}
              aria-current={name === current ? 'page' : undefined}
              className={classes(
                'block rounded-md px-2 py-1.5 pointer-coarse:py-3',
                name === current
                  ? 'bg-accent-soft font-medium text-accent-strong'
                  : 'hover:bg-hover',
              )}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The blocks of a guide page below its heading. */
function GuideText({ blocks }: { blocks: Block[] }) {
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
