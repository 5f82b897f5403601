import type { ReactNode } from 'react'
import { Link } from 'react-router'

type PageProps = {
  title: string
  /** The list that the page belongs to, as a link above the title. */
  parent?: { title: string; to: string }
  description?: string
  actions?: ReactNode
  children: ReactNode
}

/** A screen with its h1 and its document title. */
export function Page({ title, parent, description, actions, children }: PageProps) {
  return (
    <div className="mx-auto grid max-w-7xl gap-5 p-4 sm:p-6">
      <title>{`${title} · Haulbook`}</title>
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          {parent && (
            <nav aria-label="Back to the list" className="print:hidden">
              <Link className="hit-area text-sm text-muted hover:underline" to={parent.to}>
                ‹ {parent.title}
              </Link>
            </nav>
          )}
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {description && <p className="text-sm text-muted">{description}</p>}
        </div>
        {actions && <div className="print:hidden">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
