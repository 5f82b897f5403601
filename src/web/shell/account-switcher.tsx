import { Check, ChevronsUpDown, Building } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { roleLabel } from '#core/team/describe-role.ts'
import { useUser } from '#web/api/session.ts'
import { classes } from '#web/ui/classes.ts'

type AccountSwitcherProps = { collapsed: boolean; onSwitch: (accountId: string) => void }

/** The account on the screen, and a menu of the user's other accounts. Nothing for a user with one account. */
export function AccountSwitcher({ collapsed, onSwitch }: AccountSwitcherProps) {
  const user = useUser()
  if (!user || user.accounts.length < 2) return null
  const { account, accounts } = user
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={`Account: ${account.name}. Switch account`}
        title={collapsed ? account.name : undefined}
        className="flex h-9 w-full shrink-0 items-center gap-1.5 rounded-md border border-line-strong px-2 text-sm hover:bg-hover pointer-coarse:h-11"
      >
        <Building aria-hidden className="size-4 shrink-0 text-muted" />
        {!collapsed && (
          <>
            <span className="min-w-0 grow truncate text-left font-medium">{account.name}</span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
          </>
        )}
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        aria-label="Accounts"
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) w-64 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-line bg-surface p-1 text-ink shadow-lg"
      >
        <DropdownMenu.RadioGroup
          value={account.id}
          onValueChange={(id) => id !== account.id && onSwitch(id)}
        >
          {accounts.map(({ id, name, role }) => (
            <DropdownMenu.RadioItem key={id} value={id} className={ITEM}>
              <Check
                aria-hidden
                className={classes('size-4 shrink-0', id !== account.id && 'invisible')}
              />
              <span className="min-w-0 wrap-anywhere">
                {name}
                <span className="block text-xs text-muted">{roleLabel(role)}</span>
              </span>
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

const ITEM =
  'flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11'
