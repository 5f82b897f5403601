/** The palette's commands: every screen, a new record of every entity, the shortcuts. */
import { CircleHelp, Plus, type LucideIcon } from 'lucide-react'
import { GUIDE_PAGES } from '#core/guide/guide-pages.ts'
import { everyEntity } from '#core/entities/entities.ts'
import { DESTINATIONS } from '#web/ui/navigation.ts'

export type Command = {
  title: string
  Icon: LucideIcon
  to: string
  /** Further words that find it. */
  words?: string
}

/** The only command without an address. */
export const HELP = { title: 'Keyboard Shortcuts', Icon: CircleHelp, to: '' } satisfies Command

export const COMMANDS: { heading: string; commands: Command[] }[] = [
  {
    heading: 'Go to',
    commands: DESTINATIONS.map(({ title, path, icon }) => ({ title, Icon: icon, to: path })),
  },
  {
    heading: 'Add',
    commands: everyEntity.map(({ name, singular }) => ({
      title: `Add ${singular}`,
      Icon: Plus,
      to: `/${name}?add`,
    })),
  },
  {
    heading: 'Help',
    commands: [
      HELP,
      ...GUIDE_PAGES.map(({ name, title, words }) => ({
        title,
        words,
        Icon: CircleHelp,
        to: `/help/${name}`,
      })),
    ],
  },
]

const SHORTEST_FURTHER_WORD = 3

/** Whether each typed word begins a word of the title, "a tr" finds "Add Truck", or with three letters a further word. */
export function matchesCommand({ title, words = '' }: Command, typed: string): boolean {
  const inTitle = title.toLowerCase().split(' ')
  const further = words.split(' ')
  const prefixes = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return prefixes.every((prefix) => {
    const known = prefix.length < SHORTEST_FURTHER_WORD ? inTitle : [...inTitle, ...further]
    return known.some((word) => word.startsWith(prefix))
  })
}
