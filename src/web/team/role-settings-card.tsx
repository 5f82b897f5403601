import { useQuery } from '@tanstack/react-query'
import { teamSettingsFields } from '#core/team/fields.ts'
import type { TeamSettings } from '#core/team/team.ts'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { teamSettingsQuery, useSaveTeamSettings } from './queries.ts'

const SETTINGS: { name: keyof TeamSettings; hint: string }[] = [
  { name: 'dispatcherRevenue', hint: 'Of loads, and the revenue on the dashboard.' },
  {
    name: 'viewerRevenue',
    hint: 'And settlements, balances, payments and the year, without changing them.',
  },
  { name: 'driverRevenue', hint: 'Of the loads they drive.' },
  {
    name: 'ownerConfirmations',
    hint: 'Of their loads. They show what the broker pays in all.',
  },
  {
    name: 'separateApproval',
    hint: 'The person who approved a statement can’t pay it. Not for an account with one member.',
  },
  {
    name: 'requireTwoStep',
    hint: 'Each member sets up an authenticator app at the next login.',
  },
]

/** What an Admin decides for the roles. A click saves at once. */
export function RoleSettingsCard({ memberCount }: { memberCount: number }) {
  const { data, error, refetch } = useQuery(teamSettingsQuery)
  const saving = useSaveTeamSettings()
  const shown = data && { ...data, ...(saving.isPending ? saving.variables : {}) }
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <Card
      title="Role Settings"
      description="Saved at once, and valid from each member's next click."
    >
      {!shown && <Skeleton className="h-32" />}
      {shown && (
        <div className="grid gap-1">
          {SETTINGS.map(({ name, hint }) => (
            <Setting
              key={name}
              label={teamSettingsFields[name].label}
              hint={hint}
              checked={shown[name]}
              disabled={saving.isPending || (name === 'separateApproval' && memberCount < 2)}
              onChange={(checked) => saving.mutate({ [name]: checked })}
            />
          ))}
        </div>
      )}
    </Card>
  )
}

type SettingProps = {
  label: string
  hint: string
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
