import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnyRecord } from '#core/entities/entity.ts'
import { splitAddresses } from '#core/mail/addresses.ts'
import type { Team } from '#core/team/team.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { describeSeen } from './describe-seen.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { teamQuery } from './queries.ts'

type PortalAccessProps = { people: 'owners' | 'drivers'; person: AnyRecord }

/** Whether a truck owner or driver has a login to the portal, and a filled-in invitation (SPEC C484). For Admins. */
export function PortalAccess({ people, person }: PortalAccessProps) {
  const query = useQuery(teamQuery)
  const [inviting, setInviting] = useState(false)
  const [now] = useState(() => new Date())
  const role = people === 'owners' ? 'owner' : 'driver'
  const reference = people === 'owners' ? 'ownerId' : 'driverId'
  const id = String(person.id)
  return (
    <Card title="Portal Access">
      <Query of={query} skeleton="h-10">
        {(team) => {
          const { members, invitations } = listOf(team, reference, person.id)
          return (
            <div className="grid justify-items-start gap-2 text-sm">
              {members.map(({ personId, email, lastSeenAt }) => (
                <p key={personId} className="wrap-anywhere">
                  {email}{' '}
                  <span className="text-muted">· Last seen: {describeSeen(lastSeenAt, now)}</span>
                </p>
              ))}
              {invitations.map(({ id: invitation, email, expiresAt }) => (
                <p key={invitation} className="wrap-anywhere">
                  Invited: {email}{' '}
                  <span className="text-muted">
                    · until {new Date(expiresAt).toLocaleDateString('en-US')}
                  </span>
                </p>
              ))}
              {members.length === 0 && invitations.length === 0 && (
                <p className="text-muted">No login yet. The portal shows only what is theirs.</p>
              )}
              {members.length === 0 ? (
                <Button variant="secondary" onClick={() => setInviting(true)}>
                  <UserPlus aria-hidden className="size-4" />
                  {invitations.length ? 'New Portal Link' : 'Invite to Portal'}
                </Button>
              ) : (
                <Link className="hit-area text-accent-strong underline" to="/settings/team">
                  Team
                </Link>
              )}
            </div>
          )
        }}
      </Query>
      {inviting && (
        <InviteDialog
          start={{
            text: {
              email: splitAddresses(String(person.email ?? ''))[0] ?? '',
              role,
              [reference]: id,
            },
            labels: { [reference]: String(person.name) },
          }}
          onClose={() => setInviting(false)}
        />
      )}
    </Card>
  )
}

/** The current members and open invitations of the owner or driver. */
function listOf(team: Team, reference: 'ownerId' | 'driverId', id: number) {
  return {
    members: team.members.filter((member) => member.until === null && member[reference] === id),
    invitations: team.invitations.filter((invitation) => invitation[reference] === id),
  }
}
