/** Settings: how the user logs in, and who changed what in the account. */
import { useState } from 'react'
import { Link } from 'react-router'
import { TwoStepCard } from '#web/accounts/two-step/two-step-card.tsx'
import { OnlyFor } from '#web/api/may.tsx'
import { Button, LINK_BUTTON } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SessionList } from './session-list.tsx'

export function SecurityPage() {
  return (
    <Page title="Security" description="Your password, your devices and your second step.">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <SignInCard />
        <div className="grid gap-5">
          <TwoStepCard />
          <OnlyFor permission="audit">
            <Card title="Audit Log" description="Who changed what, and when.">
              <Link to="/audit" className={`${LINK_BUTTON} justify-self-start`}>
                Open Audit Log
              </Link>
            </Card>
          </OnlyFor>
        </div>
      </div>
    </Page>
  )
}

/** The person's sessions and password (SPEC S03, S06). */
function SignInCard() {
  const [changing, setChanging] = useState(false)
  return (
    <Card title="Password and Sessions" description="Devices logged in to your account.">
      <SessionList />
      <Button variant="secondary" className="justify-self-start" onClick={() => setChanging(true)}>
        Change Password
      </Button>
      {changing && <PasswordDialog onClose={() => setChanging(false)} />}
    </Card>
  )
}
