import { flag } from '#core/fields/choices.ts'
import { withHelp } from '#core/fields/help.ts'
import { seenBy } from '#core/fields/seen-by.ts'

/** Whether the carrier withholds tax from the payee's gross pay (SPEC C25). */
export const BACKUP_WITHHOLDING = seenBy(
  'settlements',
  withHelp(
    flag('Backup Withholding', { yes: 'Yes', no: 'No' }),
    'Yes if the IRS or a missing tax ID requires it',
  ),
)
