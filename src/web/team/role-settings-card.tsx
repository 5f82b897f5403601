import { useQuery } from '@tanstack/react-query'
import type { TeamSetting } from '#core/team/roles.ts'
import { TEAM_SETTINGS, teamSettingNames } from '#core/team/team-settings.ts'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { teamSettingsQuery, useSaveTeamSettings } from './queries.ts'

/** The settings of the roles, for Admins. A click saves immediately. */
export function RoleSettingsCard({ memberCount }: { memberCount: number }) {
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
