import { lazy, Suspense } from 'react'
import { useUser } from '#web/api/session.ts'

/** The menu is loaded only for users with several accounts: most users have one. */
const AccountMenu = lazy(async () => ({
  default: (await import('./account-menu.tsx')).AccountMenu,
}))

type AccountSwitcherProps = { collapsed: boolean; onSwitch: (accountId: string) => void }

/** Renders nothing for a user with one account. */
export function AccountSwitcher(props: AccountSwitcherProps) {
  const user = useUser()
  if (!user || user.accounts.length < 2) return null
  return (
    <Suspense fallback={<div className="h-9 shrink-0 pointer-coarse:h-11" />}>
      <AccountMenu user={user} {...props} />
    </Suspense>
  )
}
