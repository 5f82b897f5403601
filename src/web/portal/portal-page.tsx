import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMessages } from './portal-user.ts'

type PortalPageProps = {
  title: string
  /** Address of the page above this one. */
  parent?: string
  note?: string
  actions?: ReactNode
  children: ReactNode
}

/** A screen of the portal with its h1 and its document title. */
export function PortalPage({ title, parent, note, actions, children }: PortalPageProps) {
  const messages = useMessages()
  return (
    <div className="mx-auto grid max-w-3xl gap-4 p-4 sm:p-6">
      <title>{`${title} · Haulbook`}</title>
      <header className="grid gap-2">
        {parent && (
          <Link className="hit-area justify-self-start text-sm text-muted" to={parent}>
            ‹ {messages.back}
          </Link>
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {actions}
        </div>
        {note && <p className="text-sm text-muted">{note}</p>}
      </header>
      {children}
    </div>
  )
}
