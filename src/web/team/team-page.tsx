/** The members of the account, the open invitations and the settings of roles, for an Admin (SPEC C68, C69). */
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { Page } from '#web/ui/page.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MembersTable } from './members-table.tsx'
import { teamQuery } from './queries.ts'
import { RoleSettingsCard } from './role-settings-card.tsx'
import { ViewAsRole } from './view-as-role.tsx'

export function TeamPage() {
  const query = useQuery(teamQuery)
  const { data } = query
  const [inviting, setInviting] = useState(false)
  const members = data?.members.filter(({ until }) => until === null) ?? []
  return (
    <Page
      title="Team"
      parent={{ title: 'Settings', to: '/settings' }}
      description="Who works in this account, and what each role may see and do."
      actions={
        <Button onClick={() => setInviting(true)}>
          <UserPlus aria-hidden className="size-4" />
          Invite
        </Button>
      }
    >
      <Query of={query} skeleton="h-40">
        {(data) => (
          <>
            <Card title="Members">
              <MembersTable members={members} />
            </Card>
            {data.invitations.length > 0 && <InvitationsCard invitations={data.invitations} />}
          </>
        )}
      </Query>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <RoleSettingsCard memberCount={members.length} />
        <ViewAsRole />
      </div>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  )
}
