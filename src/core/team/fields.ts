/** The fields of members, invitations and team settings as the audit log shows them. */
import { entities } from '#core/entities/entities.ts'
import { LANGUAGES } from '#core/languages.ts'
import { choice } from '#core/fields/fields.ts'
import { flag } from '#core/fields/choices.ts'
import { optionalText } from '#core/fields/text.ts'
import { ROLES } from './roles.ts'

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

export const teamSettingsFields = {
  dispatcherRevenue: flag('Dispatchers see revenue', YES_NO),
  viewerRevenue: flag('Viewers see revenue', YES_NO),
  driverRevenue: flag('Drivers see revenue', YES_NO),
  separateApproval: flag('Separate approval and payment', YES_NO),
  requireTwoStep: flag('Require two-step login', YES_NO),
  ownerConfirmations: flag('Truck owners see rate confirmations', YES_NO),
  timeZone: optionalText('Time Zone'),
}
