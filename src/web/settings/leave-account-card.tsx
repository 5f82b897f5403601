import { useState } from 'react'
import { useLeaveAccount } from '#web/api/leave-account.ts'
import { useUser } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

/** Lets a member leave the account (SPEC C93). Admins do it on the Team page. */
export function LeaveAccountCard() {
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
