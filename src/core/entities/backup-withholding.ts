import { flag } from '#core/fields/choices.ts'

/** Whether the carrier withholds tax from the payee's gross pay (SPEC C25). */
export const BACKUP_WITHHOLDING = flag('Backup Withholding', { yes: 'Yes', no: 'No' })
