import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#web/api/session.ts'
import { initials } from '#web/records/format.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { PersonMenuProps } from './person-menu.tsx'

const PersonMenu = onDemand<PersonMenuProps>(
  async () => (await import('./person-menu.tsx')).PersonMenu,
)

type PersonButtonProps = Pick<PersonMenuProps, 'onSwitch' | 'onLogOut'> & {
  /** Shows the initials only. */
  collapsed: boolean
}

/** The person and the company at the foot of the sidebar. Opens their menu (SPEC C465). */
export function PersonButton({ collapsed, ...actions }: PersonButtonProps) {
  const user = useUser()
  const [anchor, setAnchor] = useState<HTMLElement>()
  if (!user) return null
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email
  return (
    <>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        className="flex h-9 w-full items-center gap-2 rounded-md px-1 text-left text-sm hover:bg-hover pointer-coarse:h-11"
      >
        {/* The visible text is part of the name: what a person says to a voice control is what they read. */}
        <span className="sr-only">
          {name}, {user.account.name}
          {collapsed && ', '}
        </span>
        <span
          aria-hidden={!collapsed}
          title={collapsed ? `${name}, ${user.account.name}` : undefined}
          className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-[0.625rem] font-semibold text-accent-strong"
        >
          {initials(name)}
        </span>
        {!collapsed && (
          <>
            <span aria-hidden className="min-w-0 grow leading-4">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-xs text-muted">{user.account.name}</span>
            </span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
          </>
        )}
      </button>
      {anchor && (
        <PersonMenu user={user} anchor={anchor} {...actions} onClose={() => setAnchor(undefined)} />
      )}
    </>
  )
}
