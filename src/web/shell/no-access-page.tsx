import { Link } from 'react-router'
import { roleLabel } from '#core/team/describe-role.ts'
import { useUser } from '#web/api/session.ts'
import { Page } from '#web/ui/page.tsx'

/** Replaces a screen that the user's role can't open. */
export function NoAccessPage() {
  const user = useUser()
  return (
    <Page title="No Access">
      <p className="max-w-prose text-sm text-muted">
        Your role has no access to this page{user && ` (${roleLabel(user.role)})`}. If you need it
        for your work, ask an Admin of {user?.account.name ?? 'the account'} to change your role.
      </p>
      <Link className="justify-self-start text-sm font-medium text-accent-strong underline" to="/">
        Go to the dashboard
      </Link>
    </Page>
  )
}
