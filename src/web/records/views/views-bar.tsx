import { Link } from 'react-router'
import type { Listing, View } from '#core/entities/entity.ts'
import { canSeeView } from '#core/team/visible-listing.ts'
import { usePermissions } from '#web/api/session.ts'
import { classes } from '#web/ui/classes.ts'
import { useOneTabStop, type TabStop } from '#web/ui/use-one-tab-stop.ts'
import { EditView } from './edit-view.tsx'
import { SaveView } from './save-view.tsx'
import { isShown, useSavedViews } from './use-views.ts'

type ViewsBarProps = {
  listing: Listing
  /** The listing with the fields that are hidden from the user. */
  declared: Listing
  /** The list's current search, filters and sort. */
  address: string
  /** The address with the current columns. */
  withColumns: string
}

/** All records, built-in views, saved views, and a button to save the current one. */
export function ViewsBar({ listing, declared, address, withColumns }: ViewsBarProps) {
  const permissions = usePermissions()
  const savedViews = useSavedViews(listing.name).filter((view) =>
    canSeeView(declared, view, permissions),
  )
  const every = [{ name: 'All', address: '' }, ...(listing.views ?? []), ...savedViews]
  const known = every.some((view) => isShown(listing, view, address))
  const shownOwn = savedViews.find((view) => isShown(listing, view, address))
  const links = useOneTabStop(every.length)
  if (every.length === 1 && known) return null
  return (
    <nav
      aria-label="Views"
      className="flex items-center gap-1 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:[&_*]:shrink-0 md:flex-wrap print:hidden"
    >
      <ul className="contents" onKeyDown={links.onKeyDown}>
        {every.map((view, index) => (
          <li key={`${view.name} ${view.address}`}>
            <ViewLink
              view={view}
              current={isShown(listing, view, address)}
              stop={links.item(index)}
            />
          </li>
        ))}
      </ul>
      {!known && <SaveView listing={listing} address={withColumns} savedViews={savedViews} />}
      {shownOwn && <EditView key={shownOwn.id} view={shownOwn} />}
    </nav>
  )
}

type ViewLinkProps = { view: View; current: boolean; stop: TabStop }

function ViewLink({ view, current, stop }: ViewLinkProps) {
  return (
    <Link
      {...stop}
      to={`?${view.address}`}
      aria-current={current ? 'true' : undefined}
      className={classes(
        'inline-flex min-h-8 max-w-64 items-center justify-center rounded-md px-2.5 text-sm font-medium pointer-coarse:min-h-11 pointer-coarse:min-w-11',
        current ? 'bg-accent-soft text-accent-strong' : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      <span className="truncate">{view.name}</span>
    </Link>
  )
}
