import type { ReactNode } from 'react'
import { PageHeader, type PageHeaderProps } from './page-header.tsx'

type PageProps = Omit<PageHeaderProps, 'tools'> & { children: ReactNode }

/** A screen with its header. A list has its own frame, with the header at the same place (`records/list/list-page.tsx`). */
export function Page({ children, ...header }: PageProps) {
  return (
    <div className={`${FRAME} grid gap-4`}>
      <PageHeader {...header} />
      <div className="grid max-w-7xl min-w-0 gap-5">{children}</div>
    </div>
  )
}

/** The edges of every screen. */
export const FRAME = 'mx-auto max-w-[110rem] min-w-0 p-4 md:px-5 md:pt-2'
