import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useScreenHandle, useOpenCounts, useStanding, type Destination } from './screens.ts'
import { showCurrent } from './show-current.ts'
import { TAB, TAB_ROW, TabCount } from './tab-style.tsx'
import { oneTabStop } from './one-tab-stop.ts'

export type PageHeaderProps = {
  title: string
  description?: string | undefined
  /** The screen above, if it is a record. Other screens declare it (`screens.ts`). */
  parent?: { title: string; to: string } | undefined
  /** Between the title and the buttons. */
  tools?: ReactNode
  actions?: ReactNode
}

/** The top of every screen: the title at one place, what is above it, the tabs of its place (SPEC C465, C466). */
export function PageHeader({ title, description, parent, tools, actions }: PageHeaderProps) {
  const { tabs, parent: declared } = useStanding()
  const back = parent ?? (declared && { title: declared.title, to: declared.path })
  return (
    <div className="grid min-w-0 gap-1.5">
      <title>{`${title} · Haulbook`}</title>
      <header className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 self-start">
          <h1 className="text-xl leading-5 font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {(back || description) && (
            <div className="flex flex-wrap items-baseline gap-x-2 pt-0.5 text-xs leading-4 text-muted">
              {back && (
                <nav aria-label="Back" className="print:hidden">
                  <Link
                    className="hit-area relative pointer-fine:-my-1! hover:underline"
                    to={back.to}
                  >
                    ‹ {back.title}
                  </Link>
                </nav>
              )}
              {description && <p>{description}</p>}
            </div>
          )}
        </div>
        {tools}
        {actions && (
          <div className="ml-auto flex flex-wrap items-center gap-2 *:justify-end print:hidden">
            {actions}
          </div>
        )}
      </header>
      {tabs.length > 0 && <PlaceTabs tabs={tabs} />}
    </div>
  )
}

/** The screens of the place. One tab stop: the arrow keys move within it. */
function PlaceTabs({ tabs }: { tabs: Destination[] }) {
  const current = useScreenHandle()?.path
  const countOpen = useOpenCounts()
  const row = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => showCurrent(row.current), [current])
  return (
    <nav ref={oneTabStop} aria-label="Tabs" className="min-w-0 print:hidden">
      <ul ref={row} className={TAB_ROW}>
        {tabs.map((screen) => (
          <li key={screen.path} className="contents">
            <Link
              to={screen.path}
              aria-current={screen.path === current ? 'page' : undefined}
              className={TAB}
            >
              {screen.tab?.title}
              <TabCount count={countOpen(screen)} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
