import { Eye } from 'lucide-react'
import { useState } from 'react'
import { PORTAL_ROLES, ROLES, type Role } from '#core/team/roles.ts'
import { useStartViewAs } from '#web/api/view-as.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'

/** A truck owner or driver sees only their own records, so the Admin views as a member. */
const OFFICE_ROLES = ROLES.filter(({ value }) => value !== 'admin' && !PORTAL_ROLES.includes(value))

/** Shows an Admin what a role sees, before anyone is invited to it. */
export function ViewAsRole() {
  const [role, setRole] = useState<Role>('dispatcher')
  const start = useStartViewAs()
  return (
    <Card
      title="View As"
      description="See Haulbook as a role sees it, read-only. For one member, use the eye in the list."
    >
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-40 grow">
          <Labeled label="Role" name="viewed-role">
            {(aria) => (
              <Select
                {...aria}
                value={role}
                options={OFFICE_ROLES}
                onChange={(value) => setRole(value as Role)}
              />
            )}
          </Labeled>
        </div>
        <Button variant="secondary" className="self-center" onClick={() => start({ role })}>
          <Eye aria-hidden className="size-4" />
          View as Role
        </Button>
      </div>
    </Card>
  )
}
