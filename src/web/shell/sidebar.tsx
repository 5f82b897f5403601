import { Search } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { countOpenWork } from '#core/settlements/run/open-weeks.ts'
import { usePermissions, useUser } from '#web/api/session.ts'
import { useOpenWork } from '#web/settlements/use-open-work.ts'
import { classes } from '#web/ui/classes.ts'
import { Keys } from '#web/ui/keys.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import {
  type Destination,
  type OpenCount,
  SIDEBAR_GROUPS,
  useDestinations,
} from '#web/ui/screens.ts'
import { ariaKeys } from '#web/ui/shortcuts.ts'
import { normalizePath } from './paths.ts'

type SidebarProps = {
  /** Shows icons only, with their titles as tooltips. */
  collapsed?: boolean
  onNavigate?: () => void
  /** Opens the palette. */
  onSearch: () => void
  /** Switches to another account of the user. */
  onSwitch: (accountId: string) => void
}

/** The links to the screens that the user's role can open. */
export function Sidebar({ collapsed = false, onNavigate, onSearch, onSwitch }: SidebarProps) {
  const shared = { collapsed, onNavigate }
  const permissions = usePermissions()
  const destinations = useDestinations().filter(({ access }) => permissions.has(access))
  const groups = SIDEBAR_GROUPS.map((group) => ({
    group,
    items: destinations.filter(({ sidebar }) => sidebar?.group === group),
  })).filter(({ items }) => items.length)
  return (
    <div className="flex h-full flex-col gap-3 overflow-hidden p-2">
      <div className="flex shrink-0 items-center gap-2 px-1 pt-1">
        <img src="/favicon.svg" alt="" className="size-7" />
        {!collapsed && (
          <div className="leading-tight">
            <p className="font-semibold">Haulbook</p>
            <p className="text-xs text-muted">Fleet Management</p>
          </div>
        )}
      </div>
      <AccountSwitcher collapsed={collapsed} onSwitch={onSwitch} />
      <SearchButton collapsed={collapsed} onSearch={onSearch} />
      <nav aria-label="Main" className="flex min-h-0 grow flex-col gap-2">
        {/* Only the middle scrolls, so that Settings with Log Out is in view on every screen. */}
        <div className="-mx-2 flex min-h-0 grow flex-col gap-3 overflow-x-hidden overflow-y-auto px-2 [scrollbar-width:thin]">
          {groups.map(
            ({ group, items }) =>
              group !== 'foot' && (
                <div key={group}>
                  {group !== 'top' && !collapsed && (
                    <p className="px-2 pb-1 text-xs font-medium text-muted">{group}</p>
                  )}
                  <ul className="grid gap-0.5">
                    {items.map((item) => (
                      <Item key={item.path} item={item} {...shared} />
                    ))}
                  </ul>
                </div>
              ),
          )}
        </div>
        <ul className="shrink-0 border-t border-line pt-2">
          {groups
            .filter(({ group }) => group === 'foot')
            .flatMap(({ items }) => items)
            .map((item) => (
              <Item key={item.path} item={item} {...shared} />
            ))}
        </ul>
      </nav>
    </div>
  )
}

/** Opens the palette by mouse. */
function SearchButton({ collapsed, onSearch }: { collapsed: boolean; onSearch: () => void }) {
  const button = (
    <button
      type="button"
      onClick={onSearch}
      aria-keyshortcuts={ariaKeys('palette')}
      aria-label={collapsed ? SEARCH : undefined}
      className="flex h-9 w-full shrink-0 pointer-coarse:h-11 items-center gap-1.5 rounded-md border border-line-strong px-2 text-sm text-muted hover:bg-hover"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      {!collapsed && (
        <>
          <span className="min-w-0 grow truncate text-left">{SEARCH}</span>
          <span aria-hidden className="shrink-0 pointer-coarse:hidden">
            <Keys of="palette" />
          </span>
        </>
      )}
    </button>
  )
  if (!collapsed) return button
  return (
    <Tooltip text={SEARCH} side="right" delay={0}>
      {button}
    </Tooltip>
  )
}

const SEARCH = 'Search or jump to…'

type ItemProps = {
  item: Destination
  collapsed: boolean
  onNavigate: (() => void) | undefined
}

function Item(props: ItemProps) {
  const count = props.item.sidebar?.count
  return count ? <CountedItem {...props} of={count} /> : <ItemLink {...props} open={0} />
}

function CountedItem({ of, ...props }: ItemProps & { of: OpenCount }) {
  const work = useOpenWork()
  return <ItemLink {...props} open={work ? countOpenWork(work)[of] : 0} />
}

/** Highlighted only if the current path equals its path exactly (SPEC A2). `open`: the number of open items in the screen. */
function ItemLink({ item, collapsed, onNavigate, open }: ItemProps & { open: number }) {
  const active = normalizePath(useLocation().pathname) === item.path
  const name = open > 0 ? `${item.title}, ${formatCount(open)} open` : item.title
  const link = (
    <Link
      to={item.path}
      onClick={onNavigate}
      aria-current={active ? 'page' : undefined}
      aria-label={collapsed ? name : undefined}
      className={classes(
        'relative flex h-8 items-center gap-2 [@media(height<52rem)]:h-7 pointer-coarse:h-11 rounded-md px-2 text-sm',
        item.sidebar?.within && !collapsed && 'pl-8',
        active ? 'bg-accent-soft font-medium text-accent-strong' : 'hover:bg-hover',
      )}
    >
      <item.icon aria-hidden className="size-4 shrink-0" />
      {!collapsed && item.title}
      {open > 0 && (collapsed ? <SmallCount count={open} /> : <Count count={open} />)}
    </Link>
  )
  return (
    <li>
      {collapsed ? (
        <Tooltip text={name} side="right" delay={0}>
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  )
}

function Count({ count }: { count: number }) {
  return (
    <span className="ml-auto rounded-full bg-neutral-soft px-1.5 text-xs font-medium text-ink tabular-nums">
      {formatCount(count)}
      <span className="sr-only"> open</span>
    </span>
  )
}

/** A count at the corner of the icon. The name of the link has the exact number. */
function SmallCount({ count }: { count: number }) {
  return (
    <span
      aria-hidden
      className="absolute top-0 right-0 min-w-3.5 rounded-full bg-accent px-0.5 text-center text-[10px] leading-3.5 font-medium text-on-accent tabular-nums"
    >
      {count > MAX_IN_CORNER ? `${MAX_IN_CORNER}+` : count}
    </span>
  )
}

const MAX_IN_CORNER = 99

function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** The menu is loaded only for users with several accounts: most users have one. */
const AccountMenu = lazy(async () => ({
  default: (await import('./account-menu.tsx')).AccountMenu,
}))

type AccountSwitcherProps = { collapsed: boolean; onSwitch: (accountId: string) => void }

/** Renders nothing for a user with one account. */
function AccountSwitcher(props: AccountSwitcherProps) {
  const user = useUser()
  if (!user || user.accounts.length < 2) return null
  return (
    <Suspense fallback={<div className="h-9 shrink-0 pointer-coarse:h-11" />}>
      <AccountMenu user={user} {...props} />
    </Suspense>
  )
}
