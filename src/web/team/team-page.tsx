/** The members of the account, the open invitations and the settings of roles, for an Admin (SPEC C68, C69). */
import { useQuery } from '@tanstack/react-query'
import { Eye, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { PORTAL_ROLES, type Role, ROLES, type TeamSetting } from '#core/team/roles.ts'
import { TEAM_SETTINGS, teamSettingNames } from '#core/team/team-settings.ts'
import type { Invitation } from '#core/team/team.ts'
import { useStartViewAs } from '#web/api/view-as.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MembersTable } from './members-table.tsx'
import { teamQuery, teamSettingsQuery, useRemoval, useSaveTeamSettings } from './queries.ts'
import { RoleText, TeamTable } from './team-table.tsx'

export function TeamPage() {
  const query = useQuery(teamQuery)
  const { data } = query
  const [inviting, setInviting] = useState(false)
  const members = data?.members.filter(({ until }) => until === null) ?? []
  return (
    <Page
      title="Team"
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

/** A truck owner or driver sees only their own records, so the Admin views as a member. */
const OFFICE_ROLES = ROLES.filter(({ value }) => value !== 'admin' && !PORTAL_ROLES.includes(value))

/** Shows an Admin what a role sees, before anyone is invited to it. */
function ViewAsRole() {
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

/** Invitations that are not accepted yet. */
function InvitationsCard({ invitations }: { invitations: Invitation[] }) {
  const [revoking, setRevoking] = useState<Invitation>()
  return (
    <Card
      title="Open Invitations"
      description="Lost a link? Invite the same email again: the new link replaces the old one."
    >
      <TeamTable
        caption="Open invitations"
        rows={invitations}
        columns={[
          { title: 'Email', show: ({ email }) => <span className="wrap-anywhere">{email}</span> },
          { title: 'Role', show: RoleText },
          {
            title: 'Expires',
            show: ({ expiresAt }) => new Date(expiresAt).toLocaleDateString('en-US'),
          },
        ]}
        actions={(invitation) => (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Revoke invitation for ${invitation.email}`}
            onClick={() => setRevoking(invitation)}
          >
            Revoke
          </Button>
        )}
      />
      {revoking && <Revoke invitation={revoking} onClose={() => setRevoking(undefined)} />}
    </Card>
  )
}

function Revoke({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const removal = useRemoval({
    path: `invitations/${invitation.id}`,
    done: 'Invitation revoked',
    failed: 'Failed to revoke the invitation',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      title={`Revoke the invitation for ${invitation.email}?`}
      description="The link stops working immediately."
      confirm={removal.busy ? 'Revoking...' : 'Revoke'}
      busy={removal.busy}
      onConfirm={() => removal.run()}
      onCancel={onClose}
    />
  )
}

/** The settings of the roles, for Admins. A click saves immediately. */
function RoleSettingsCard({ memberCount }: { memberCount: number }) {
  const { data, error, refetch } = useQuery(teamSettingsQuery)
  const saving = useSaveTeamSettings()
  const shown = data && { ...data, ...(saving.busy ? saving.input : {}) }
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <Card
      title="Role Settings"
      description="Each change is saved immediately and applies from the member's next click."
    >
      {!shown && <Skeleton className="h-32" />}
      {shown && (
        <div className="grid gap-1">
          {teamSettingNames.map((name) => (
            <Setting
              key={name}
              {...TEAM_SETTINGS[name]}
              checked={shown[name]}
              disabled={saving.busy || (name === 'separateApproval' && memberCount < 2)}
              onChange={(checked) => saving.run({ [name]: checked })}
            />
          ))}
        </div>
      )}
    </Card>
  )
}

type SettingProps = Pick<TeamSetting, 'label' | 'hint'> & {
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

function Setting({ label, hint, checked, disabled, onChange }: SettingProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-2 rounded-sm px-1 py-1 text-sm hover:bg-hover">
      <Checkbox
        className="mt-0.5"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="min-w-0">
        {label}
        <span className="block text-xs text-muted">{hint}</span>
      </span>
    </label>
  )
}
