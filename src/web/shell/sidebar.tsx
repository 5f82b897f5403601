import { Search } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { classes } from '#web/ui/classes.ts'
import { Keys } from '#web/ui/keys.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import {
  type Destination,
  SIDEBAR_GROUPS,
  useDestinations,
  useOpenCounts,
  useStanding,
} from '#web/ui/screens.ts'
import { ariaKeys } from '#web/ui/shortcuts.ts'
import { TabCount } from '#web/ui/tab-style.tsx'
import { normalizePath } from './paths.ts'
import { PersonButton } from './person-button.tsx'
import type { PersonMenuProps } from './person-menu.tsx'

type SidebarProps = Pick<PersonMenuProps, 'onSwitch' | 'onLogOut'> & {
  /** Shows icons only, with their titles as tooltips. */
  collapsed?: boolean
  onNavigate?: () => void
  /** Opens the palette. */
  onSearch: () => void
}

/** The places that the user's role can open. Their screens are tabs under the title (SPEC A2, C465). */
export function Sidebar({ collapsed = false, onNavigate, onSearch, ...person }: SidebarProps) {
  const places = useDestinations().filter(({ group }) => group)
  const groups = SIDEBAR_GROUPS.map((group) => ({
    group,
    items: places.filter((place) => place.group === group),
  })).filter(({ items }) => items.length)
  const list = (items: Destination[]) =>
    items.map((item) => <Item key={item.path} {...{ item, collapsed, onNavigate }} />)
  return (
    <div className={classes('flex h-full flex-col overflow-hidden p-2', ROOMY)}>
      <div className="flex shrink-0 items-center gap-2 px-1">
        <img src="/favicon.svg" alt="" className="size-7" />
        {!collapsed && (
          <div className="leading-4">
            <p className="font-semibold">Haulbook</p>
            <p className="text-xs leading-4 text-muted">Fleet Management</p>
          </div>
        )}
      </div>
      <SearchButton collapsed={collapsed} onSearch={onSearch} />
      <nav aria-label="Main" className="flex min-h-0 grow flex-col gap-1">
        {/* Only the middle scrolls, so that Settings is in view on every screen. */}
        <div
          className={classes(
            '-mx-2 flex min-h-0 grow flex-col overflow-x-hidden overflow-y-auto px-2 [scrollbar-width:thin]',
            ROOMY,
          )}
        >
          {groups.map(
            ({ group, items }) =>
              group !== 'foot' && (
                <div key={group}>
                  {group !== 'top' && !collapsed && (
                    <p className="px-2 text-xs leading-5 font-medium text-muted">{group}</p>
                  )}
                  <ul>{list(items)}</ul>
                </div>
              ),
          )}
        </div>
        <ul className="shrink-0 border-t border-line pt-1">
          {list(places.filter(({ group }) => group === 'foot'))}
        </ul>
      </nav>
      <div className="shrink-0 border-t border-line pt-1">
        <PersonButton collapsed={collapsed} {...person} />
      </div>
    </div>
  )
}

/** Gaps that a low window can do without. */
const ROOMY = 'gap-3 [@media(height<52rem)]:gap-1.5'

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

/**
 * Highlighted only if the current path equals its path exactly (SPEC A2); bold on its other tabs and its records' pages. The
 * number is the open work of all its tabs, and opens the first tab that has some.
 */
function Item({ item, collapsed, onNavigate }: ItemProps) {
  const active = normalizePath(useLocation().pathname) === item.path
  const within = useStanding().place?.path === item.path
  const { open, first } = useOpenWorkOf(item)
  const name = open > 0 ? `${item.title}, ${open.toLocaleString('en-US')} open` : item.title
  const link = (
    <Link
      to={item.path}
      onClick={onNavigate}
      aria-current={active ? 'page' : within ? 'true' : undefined}
      aria-label={collapsed ? name : undefined}
      className={classes(
        'relative flex h-8 min-w-0 grow items-center gap-2 [@media(height<52rem)]:h-7 pointer-coarse:h-11 rounded-md px-2 text-sm',
        active ? 'bg-accent-soft text-accent-strong' : 'hover:bg-hover',
        (active || within) && 'font-medium',
      )}
    >
      <item.icon aria-hidden className="size-4 shrink-0" />
      {!collapsed && item.title}
      {open > 0 && collapsed && <SmallCount count={open} />}
    </Link>
  )
  if (collapsed)
    return (
      <li className="flex">
        <Tooltip text={name} side="right" delay={0}>
          {link}
        </Tooltip>
      </li>
    )
  return (
    <li className="relative flex">
      {link}
      {first && (
        <Link
          to={first.path}
          onClick={onNavigate}
          aria-label={`${item.title}: ${open.toLocaleString('en-US')} open`}
          className="absolute inset-y-0 right-0 grid min-w-9 place-items-center rounded-md hover:bg-hover"
        >
          <TabCount count={open} />
        </Link>
      )}
    </li>
  )
}

/** The open work of a place, and the first of its tabs that has some. */
function useOpenWorkOf(place: Destination): { open: number; first: Destination | undefined } {
  const countOpen = useOpenCounts()
  const tabs = useDestinations().filter(({ tab }) => tab?.of === place.path)
  return {
    open: tabs.reduce((sum, screen) => sum + countOpen(screen), 0),
    first: tabs.find((screen) => countOpen(screen) > 0),
  }
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
