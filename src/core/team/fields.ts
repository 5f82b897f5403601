/** The fields of members, invitations and team settings as the audit log shows them. */
import { entities } from '#core/entities/entities.ts'
import { LANGUAGES } from '#core/languages.ts'
import { choice } from '#core/fields/fields.ts'
import { flag } from '#core/fields/choices.ts'
import { optionalText } from '#core/fields/text.ts'
import type { Field } from '#core/fields/field.ts'
import { ROLES } from './roles.ts'
import { TEAM_SETTINGS, teamSettingNames, type TeamSettingName } from './team-settings.ts'

const { ownerId, driverId } = entities.trucks.fields

export const assignmentFields = {
  role: choice('Role', ROLES, { formDefault: 'dispatcher' }),
  ownerId,
  driverId,
  email: optionalText('Email'),
  language: choice('Language', LANGUAGES, { formDefault: 'en' }),
  until: optionalText('Member Until'),
}

const YES_NO = { yes: 'Yes', no: 'No' }

const settings = Object.fromEntries(
  teamSettingNames.map((name) => [name, flag(TEAM_SETTINGS[name].label, YES_NO)]),
) as Record<TeamSettingName, Field<boolean>>

export const teamSettingsFields = { ...settings, timeZone: optionalText('Time Zone') }
