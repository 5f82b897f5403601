import { useState } from 'react'
import { useLeaveAccount } from '#web/api/leave-account.ts'
import { describeError } from '#web/portal/loaded.tsx'
import { useMessages, usePortalUser } from '#web/portal/portal-user.ts'
import { forgetQuestionDrafts } from '#web/portal/statement/question-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

/** Ends the person's own access (SPEC C93). */
export function LeaveCard() {
  const messages = useMessages()
  const { leave, cancel } = messages
  const { name } = usePortalUser().account
  const [asking, setAsking] = useState(false)
  const leaving = useLeaveAccount((error) => {
    setAsking(false)
    toastFailure(leave.failed, describeError(error, messages))
  }, forgetQuestionDrafts)
  return (
    <Card title={leave.title} description={leave.note}>
      <Button
        variant="secondary"
        size="long"
        className="justify-self-start"
        onClick={() => setAsking(true)}
      >
        {leave.action(name)}
      </Button>
      <ConfirmDialog
        open={asking}
        title={leave.question(name)}
        description={leave.effect}
        confirm={leaving.busy ? leave.leaving : leave.confirm}
        cancel={cancel}
        busy={leaving.busy}
        onConfirm={() => leaving.run()}
        onCancel={() => setAsking(false)}
      />
    </Card>
  )
}
