/** The fields of the forms that invite a member and change a role. */
import { LANGUAGES } from '#core/languages.ts'
import { choice, reference } from '#core/fields/fields.ts'
import { email } from '#core/fields/text.ts'
import { ROLES } from './roles.ts'

/** `ownerId`, `driverId`: the record of a truck owner or a driver. */
export const memberFields = {
  role: choice('Role', ROLES, { formDefault: 'dispatcher' }),
  ownerId: reference('Truck Owner', 'owners', 'None'),
  driverId: reference('Driver', 'drivers', 'None'),
}

/** `language`: of a truck owner's or a driver's invitation and portal. */
export const invitationFields = {
  email: email('Email'),
  ...memberFields,
  language: choice('Language', LANGUAGES, { formDefault: 'en' }),
}
