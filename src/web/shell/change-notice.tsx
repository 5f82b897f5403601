import { roleLabel } from '#core/team/describe-role.ts'
import type { Role } from '#core/team/roles.ts'
import { dismissChange } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'

export type ChangeNoticeProps = { role: Role }

/** An Admin changed the user's role or the settings of roles while the page was open. */
export function ChangeNotice({ role }: ChangeNoticeProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-waiting bg-waiting-soft px-4 py-2 text-sm text-waiting"
    >
      <p>
        <strong>Your access has changed.</strong> Your role is now {roleLabel(role)}. What you typed
        is still here.
      </p>
      <Button variant="ghost" size="sm" className="text-waiting" onClick={dismissChange}>
        Dismiss
      </Button>
    </div>
  )
}
