/** The form in which `src/web/screens.ts` declares a screen, and what the shell and the palette know of the screens. */
import type { LucideIcon } from 'lucide-react'
import { createContext, use, type ComponentType } from 'react'
import { useMatches } from 'react-router'
import type { Permission } from '#core/team/roles.ts'

/** The groups of the sidebar, in its order. `top` and `foot` have no heading. */
export const SIDEBAR_GROUPS = ['top', 'Entity Management', 'Operations', 'Money', 'foot'] as const

/** Open work that a tab and its place show as a number. */
type OpenCount = 'run' | 'statements' | 'year'

export type Screen = {
  /** As the router reads it: "/loads/:id". */
  path: string
  /** The server checks permissions itself; this only hides what it would reject (SPEC C82). */
  access: Permission
  page: () => Promise<ComponentType>
  /** A screen with a name is offered by the palette. */
  name?: { title: string; icon: LucideIcon }
  /** A place: an entry of the sidebar, in this group (SPEC C465). */
  group?: (typeof SIDEBAR_GROUPS)[number]
  /** A tab of the place `of`. The place's own screen is one of its tabs. */
  tab?: { of: string; title: string; count?: OpenCount }
  /** The screen that the title links back to. A page below a named screen, "/loads/:id", needs none. */
  parent?: string
}

/** A named screen, for a link to it. */
export type Destination = Omit<Screen, 'page' | 'name'> & NonNullable<Screen['name']>

/** What the router tells the current screen of itself. */
export type ScreenHandle = Pick<Screen, 'path' | 'access' | 'parent'>

/** The address of a screen without its optional part: "/help/:name?" → "/help". */
function toAddress(path: string): string {
  return path.replace(/\/:\w+\?$/, '')
}

export function listDestinations(screens: readonly Screen[]): Destination[] {
  return screens.flatMap(({ page: _page, name, path, ...screen }) =>
    name ? [{ ...screen, ...name, path: toAddress(path) }] : [],
  )
}

/** Where a screen belongs. Each is undefined if the user can't open it. */
export type Standing = {
  /** The entry of the sidebar. */
  place?: Destination | undefined
  /** The tabs of the place, if it has several. */
  tabs: Destination[]
  /** The screen to go back to. */
  parent?: Destination | undefined
}

/** `destinations`: those that the user can open. */
export function locate(
  destinations: readonly Destination[],
  { path, parent: declared }: Pick<ScreenHandle, 'path' | 'parent'>,
): Standing {
  const find = (address: string) => destinations.find((other) => other.path === address)
  const own = find(toAddress(path))
  const parent = declared ? find(declared) : own ? undefined : findAbove(destinations, path)
  const named = parent ?? own
  const place = named && find(named.tab?.of ?? named.path)
  const tabs = own?.tab ? destinations.filter(({ tab }) => tab?.of === own.tab?.of) : []
  return {
    place: place?.group ? place : undefined,
    tabs: tabs.length > 1 ? tabs : [],
    parent,
  }
}

/** The named screen with the longest address that `path` continues: "/loads/:id" → "/loads". */
function findAbove(destinations: readonly Destination[], path: string): Destination | undefined {
  const above = destinations.filter((other) => path.startsWith(`${other.path}/`))
  return above.toSorted((a, b) => b.path.length - a.path.length)[0]
}

const Destinations = createContext<readonly Destination[]>([])

/** The shell and the palette can't import the screens, whose pages import them. `value`: what the user can open. */
export const DestinationsProvider = Destinations.Provider

export function useDestinations(): readonly Destination[] {
  return use(Destinations)
}

/** The screen that is shown; undefined at an unknown address. */
export function useScreenHandle(): ScreenHandle | undefined {
  return useMatches().at(-1)?.handle as ScreenHandle | undefined
}

export function useStanding(): Standing {
  const handle = useScreenHandle()
  const destinations = useDestinations()
  return handle ? locate(destinations, handle) : { tabs: [] }
}

export type OpenCounts = Partial<Record<OpenCount, number>>

const Counts = createContext<OpenCounts>({})

/** The open work of every tab. The shell reads it, because it belongs to features. */
export const OpenCountsProvider = Counts.Provider

/** The number of a tab. */
export function useOpenCounts(): (screen: Destination) => number {
  const counts = use(Counts)
  return ({ tab }) => (tab?.count && counts[tab.count]) ?? 0
}
