/** The palette's commands: screens, new records, the user's other accounts, the shortcuts. */
import { Building, CircleHelp, FileText, Plus, type LucideIcon } from 'lucide-react'
import { GUIDE_PAGES } from '#core/guide/guide-pages.ts'
import { everyEntity } from '#core/entities/entities.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import type { Permission } from '#core/team/roles.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import type { Destination } from '#web/ui/screens.ts'

export type Command = {
  title: string
  Icon: LucideIcon
  to: string
  /** More words that find the command. */
  words?: string
  /** Switches to this account instead of opening an address. */
  accountId?: string
}

type CommandGroup = { heading: string; commands: Command[] }

/** Opens the list of shortcuts instead of an address. */
export const HELP = { title: 'Keyboard Shortcuts', Icon: CircleHelp, to: '' } satisfies Command

/** The commands that the user's role allows (SPEC C82). */
export function listCommands(
  destinations: readonly Destination[],
  permissions: ReadonlySet<Permission>,
  { account, accounts }: Pick<SignedInUser, 'account' | 'accounts'>,
): CommandGroup[] {
  const pages = destinations.filter(({ access }) => permissions.has(access))
  const changed = everyEntity.filter(({ name }) => permissions.has(permissionToChange(name)))
  const others = accounts.filter(({ id }) => id !== account.id)
  return [
    {
      heading: 'Go to',
      commands: pages.map(({ title, path, icon }) => ({ title, Icon: icon, to: path })),
    },
    {
      heading: 'Add',
      commands: changed.flatMap(({ name, singular }) => [
        { title: `Add ${singular}`, Icon: Plus, to: `/${name}?add` },
        ...(name === 'loads' ? [FROM_CONFIRMATION] : []),
      ]),
    },
    {
      heading: 'Switch Account',
      commands: others.map(({ id, name }) => ({
        title: `Switch to ${name}`,
        Icon: Building,
        to: '',
        words: 'account',
        accountId: id,
      })),
    },
    { heading: 'Help', commands: HELP_COMMANDS },
  ]
}

const FROM_CONFIRMATION: Command = {
  title: 'New Load from a Rate Confirmation',
  Icon: FileText,
  to: '/loads?confirmation',
  words: 'pdf rate con',
}

const HELP_COMMANDS: Command[] = [
  HELP,
  ...GUIDE_PAGES.map(({ name, title, words }) => ({
    title,
    words,
    Icon: CircleHelp,
    to: `/help/${name}`,
  })),
]

const SHORTEST_FURTHER_WORD = 3

/** Whether each typed word begins a word of the title ("a tr" finds "Add Truck") or, from three letters on, one of `words`. */
export function matchesCommand({ title, words = '' }: Command, typed: string): boolean {
  const inTitle = title.toLowerCase().split(' ')
  const further = words.split(' ')
  const prefixes = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return prefixes.every((prefix) => {
    const known = prefix.length < SHORTEST_FURTHER_WORD ? inTitle : [...inTitle, ...further]
    return known.some((word) => word.startsWith(prefix))
  })
}
