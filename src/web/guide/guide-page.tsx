/** The user guide: docs/guide on a screen, with a search (SPEC B67). */
import { useId, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { FIRST_GUIDE_PAGE, GUIDE_PAGES } from '#core/guide/guide-pages.ts'
import { classes } from '#web/ui/classes.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Page } from '#web/ui/page.tsx'
import { readGuidePage, searchGuide } from './guide-files.ts'
import { GuideText } from './guide-text.tsx'

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
