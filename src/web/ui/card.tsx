import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'

type CardProps = {
  title?: string
  /** The page that the title links to. */
  to?: string | undefined
  description?: string
  actions?: ReactNode
  children: ReactNode
}

export function Card({ title, to, description, actions, children }: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className="grid min-w-0 content-start gap-4 rounded-lg border border-line bg-surface p-4 shadow-xs sm:p-5"
    >
      {title && (
        <header className="flex flex-wrap items-start justify-between gap-2">
          <div className="min-w-0">
            <h2 id={id} className="text-base font-semibold">
              {to === undefined ? (
                title
              ) : (
                <Link className="hit-area text-accent-strong hover:underline" to={to}>
                  {title}
                </Link>
              )}
            </h2>
            {description && <p className="text-sm text-muted">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}
