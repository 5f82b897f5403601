/** The form in which `src/web/screens.ts` declares a screen, and what the shell and the palette know of the screens. */
import type { LucideIcon } from 'lucide-react'
import { createContext, use, type ComponentType } from 'react'
import type { Permission } from '#core/team/roles.ts'

/** The groups of the sidebar, in its order. `top` and `foot` have no heading. */
export const SIDEBAR_GROUPS = ['top', 'Entity Management', 'Operations', 'Billing', 'foot'] as const

export type OpenCount = 'run' | 'statements' | 'year'

export type Screen = {
  /** As the router reads it: "/loads/:id". */
  path: string
  /** The server checks permissions itself; this only hides what it would reject (SPEC C82). */
  access: Permission
  page: () => Promise<ComponentType>
  /** A screen with a name is offered by the palette. */
  name?: { title: string; icon: LucideIcon }
  /** A named screen's place. `within`: below the screen above it. `count`: the open work that is shown with the title. */
  sidebar?: { group: (typeof SIDEBAR_GROUPS)[number]; within?: boolean; count?: OpenCount }
}

/** A named screen, for a link to it. */
export type Destination = Pick<Screen, 'path' | 'access' | 'sidebar'> & NonNullable<Screen['name']>

/** The address of a screen without its optional part: "/help/:name?" → "/help". */
function toAddress(path: string): string {
  return path.replace(/\/:\w+\?$/, '')
}

export function listDestinations(screens: readonly Screen[]): Destination[] {
  return screens.flatMap(({ name, path, access, sidebar }) =>
    name ? [{ ...name, path: toAddress(path), access, sidebar }] : [],
  )
}

const Destinations = createContext<readonly Destination[]>([])

/** The shell and the palette can't import the screens, whose pages import them. */
export const DestinationsProvider = Destinations.Provider

export function useDestinations(): readonly Destination[] {
  return use(Destinations)
}
