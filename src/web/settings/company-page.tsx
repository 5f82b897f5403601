/** Settings: the company, and the user's own account (SPEC A2, B36). The other sections are tabs. */
import { useState } from 'react'
import { useAskedLogout } from '#web/api/asked-logout.tsx'
import { useLeaveAccount } from '#web/api/leave-account.ts'
import { OnlyFor, useMay } from '#web/api/may.tsx'
import { useUser } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { Page } from '#web/ui/page.tsx'
import { CompanyCard } from './company-card.tsx'
import { TimeZoneCard } from './time-zone-card.tsx'

export function CompanyPage() {
  const isAdmin = useMay('admin')
  return (
    <Page title="Settings" description={isAdmin ? 'Your company and your login.' : 'Your login.'}>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <OnlyFor permission="admin">
          <div className="grid min-w-0 gap-5">
            <CompanyCard />
            <TimeZoneCard />
          </div>
        </OnlyFor>
        <div className="grid gap-5">
          <AccountCard />
          {!isAdmin && <LeaveAccountCard />}
        </div>
      </div>
    </Page>
  )
}

/** The signed-in user, and Log Out (SPEC A2, A6). */
function AccountCard() {
  const user = useUser()
  const { logOut, busy, question } = useAskedLogout()
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  return (
    <Card title="Account">
      <dl className="grid gap-3 text-sm">
        <div>
          <dt className="text-muted">Name</dt>
          <dd className="wrap-anywhere">{name || 'Not set'}</dd>
        </div>
        <div>
          <dt className="text-muted">Email</dt>
          <dd className="wrap-anywhere">{user?.email}</dd>
        </div>
      </dl>
      <Button variant="secondary" className="justify-self-start" onClick={logOut}>
        {busy ? 'Logging out...' : 'Log Out'}
      </Button>
      {question}
    </Card>
  )
}

/** Lets a member leave the account (SPEC C93). Admins do it on the Team page. */
function LeaveAccountCard() {
  const name = useUser()?.account.name ?? ''
  const [asking, setAsking] = useState(false)
  const leaving = useLeaveAccount(({ message }) => {
    setAsking(false)
    toastFailure('Failed to leave', message)
  })
  return (
    <Card title="Leave" description={`Ends your membership in ${name}.`}>
      <Button variant="secondary" className="justify-self-start" onClick={() => setAsking(true)}>
        Leave {name}
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Leave ${name}?`}
        description="You will be logged out of it on all devices, and will need a new invitation to come back. Your records, comments and audit log entries stay. Your login and your other accounts stay too."
        confirm={leaving.busy ? 'Leaving...' : 'Leave'}
        busy={leaving.busy}
        onConfirm={() => leaving.run()}
        onCancel={() => setAsking(false)}
      />
    </Card>
  )
}
