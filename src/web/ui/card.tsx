import { useId, type ReactNode } from 'react'
import { classes } from './classes.ts'

type CardProps = {
  title?: ReactNode
  description?: string
  actions?: ReactNode
  children: ReactNode
}

export function Card({ title, description, actions, children }: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className="grid min-w-0 content-start gap-4 rounded-lg border border-line bg-surface p-4 shadow-xs sm:p-5"
    >
      {title && (
        <header
          className={classes(
            'flex flex-wrap justify-between gap-2',
            description ? 'items-start' : 'items-center',
          )}
        >
          <div className="min-w-0">
            <h2 id={id} className="text-base font-semibold">
              {title}
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
