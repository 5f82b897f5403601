import type { ReactNode } from 'react'

type AccountPageProps = {
  title: string
  subtitle?: string
  children: ReactNode
  footer?: ReactNode
}

/** The page around the login and the sign-up, without navigation. */
export function AccountPage({ title, subtitle, children, footer }: AccountPageProps) {
  return (
    <div className="grid min-h-dvh grid-rows-[1fr_auto] place-items-center p-4">
      <title>{`${title} · Haulbook`}</title>
      <main className="grid w-full max-w-sm gap-5 rounded-lg border border-line bg-surface p-6 shadow-sm">
        <header className="grid justify-items-center gap-1 text-center">
          <img src="/favicon.svg" alt="Haulbook" className="mb-2 size-10" />
          <h1 className="text-xl font-semibold">{title}</h1>
          {subtitle && <p className="text-sm text-muted">{subtitle}</p>}
        </header>
        {children}
      </main>
      {footer && <footer className="p-4 text-xs text-muted">{footer}</footer>}
    </div>
  )
}
