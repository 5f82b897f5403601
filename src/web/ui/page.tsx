import type { ReactNode } from 'react'

type PageProps = {
  title: string
  description?: string
  actions?: ReactNode
  children: ReactNode
}

/** A screen with its h1 and its document title. */
export function Page({ title, description, actions, children }: PageProps) {
  return (
    <div className="mx-auto grid max-w-7xl gap-5 p-4 sm:p-6">
      <title>{`${title} · Haulbook`}</title>
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          {description && <p className="text-sm text-muted">{description}</p>}
        </div>
        {actions && <div className="print:hidden">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
