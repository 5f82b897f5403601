import { useState } from 'react'
import { Link } from 'react-router'
import { OnlyFor } from '#web/api/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SessionList } from './session-list.tsx'

/** The account's sessions and password (SPEC S03, S06). */
export function SignInCard() {
  const [changing, setChanging] = useState(false)
  return (
    <Card title="Password and Sessions" description="Devices logged in to your account.">
      <SessionList />
      <Button variant="secondary" className="justify-self-start" onClick={() => setChanging(true)}>
        Change Password
      </Button>
      <OnlyFor permission="audit">
        <p className="text-sm">
          <Link
            to="/audit"
            className="hit-area font-medium text-accent-strong underline underline-offset-2"
          >
            View audit log
          </Link>
        </p>
      </OnlyFor>
      {changing && <PasswordDialog onClose={() => setChanging(false)} />}
    </Card>
  )
}
