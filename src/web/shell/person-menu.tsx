import { Check, LogOut, Moon, Sun } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { roleLabel } from '#core/team/describe-role.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { classes } from '#web/ui/classes.ts'
import { setDarkTheme, useDarkTheme } from './theme.ts'

export type PersonMenuProps = {
  user: Pick<SignedInUser, 'account' | 'accounts' | 'email'>
  anchor: HTMLElement
  /** Switches to another account of the user. */
  onSwitch: (accountId: string) => void
  onLogOut: () => void
  onClose: () => void
}

const ITEM =
  'flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11'
const ICON = 'size-4 shrink-0 text-muted'

/** The open menu of the person and the company: other accounts, the theme, Log Out (SPEC C465). */
export function PersonMenu({ user, anchor, onSwitch, onLogOut, onClose }: PersonMenuProps) {
  const dark = useDarkTheme()
  const chosen = useRef<() => void>(undefined)
  const choose = (act: () => void) => () => {
    chosen.current = act
  }
  const { left, top, width, height } = anchor.getBoundingClientRect()
  const Icon = dark ? Sun : Moon
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden
          className="pointer-events-none fixed"
          style={{ left, top, width, height }}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        side="top"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        aria-label="You and your company"
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) w-64 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-line bg-surface p-1 text-ink shadow-lg"
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          anchor.focus()
          // A question that opened earlier would lose the focus to the button.
          chosen.current?.()
        }}
      >
        <DropdownMenu.Label className="px-2 py-1 text-xs text-muted wrap-anywhere">
          {user.email}
        </DropdownMenu.Label>
        {user.accounts.length > 1 && (
          <Accounts user={user} onSwitch={(id) => choose(() => onSwitch(id))()} />
        )}
        <DropdownMenu.Item className={ITEM} onSelect={choose(() => setDarkTheme(!dark))}>
          <Icon aria-hidden className={ICON} />
          {dark ? 'Light Theme' : 'Dark Theme'}
        </DropdownMenu.Item>
        <Separator />
        <DropdownMenu.Item className={ITEM} onSelect={choose(onLogOut)}>
          <LogOut aria-hidden className={ICON} />
          Log Out
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

/** The accounts of the user. A choice switches. */
function Accounts({ user, onSwitch }: Pick<PersonMenuProps, 'user' | 'onSwitch'>): ReactNode {
  const { account, accounts } = user
  return (
    <>
      <DropdownMenu.RadioGroup
        aria-label="Accounts"
        value={account.id}
        onValueChange={(id) => id !== account.id && onSwitch(id)}
      >
        {accounts.map(({ id, name, role }) => (
          <DropdownMenu.RadioItem key={id} value={id} className={ITEM}>
            <Check aria-hidden className={classes(ICON, id !== account.id && 'invisible')} />
            <span className="min-w-0 wrap-anywhere">
              {name}
              <span className="block text-xs text-muted">{roleLabel(role)}</span>
            </span>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
      <Separator />
    </>
  )
}

function Separator() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />
}
