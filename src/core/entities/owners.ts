import { defineEntity } from './entity.ts'
import { BACKUP_WITHHOLDING } from './backup-withholding.ts'
import { STATEMENT_EMAIL } from './statement-email.ts'
import { withHelp } from '#core/fields/help.ts'
import { choice, secret, yesNo } from '#core/fields/fields.ts'
import { seenBy } from '#core/fields/seen-by.ts'
import { address, emails, notes, optionalText, phone, text } from '#core/fields/text.ts'
import { OWNER_PAYMENT_METHODS } from '#core/payment-methods.ts'
import { PERSON_STATUSES } from '#core/statuses.ts'

export const owners = defineEntity({
  name: 'owners',
  singular: 'Owner',
  title: 'Truck Owners',
  description: 'Truck owners you pay through settlements.',
  label: 'name',
  fields: {
    name: text('Name'),
    email: emails('Email'),
    phone: phone('Phone'),
    address: address('Address'),
    paymentMethod: seenBy(
      'settlements',
      choice('Payment Method', OWNER_PAYMENT_METHODS, { formDefault: 'check' }),
    ),
    offsetTrucks: seenBy(
      'settlements',
      withHelp(yesNo('Offset Between Trucks'), "One truck's negative net is covered by the others"),
    ),
    statementEmail: STATEMENT_EMAIL,
    taxId: secret(optionalText('Tax ID')),
    backupWithholding: BACKUP_WITHHOLDING,
    bankDetails: secret(notes('Bank Details')),
    notes: notes('Notes'),
    status: choice('Status', PERSON_STATUSES, { formDefault: 'active', defaultValue: 'active' }),
  },
  columns: [{ title: 'Owner Name', fields: ['name'] }, 'phone', 'email', 'paymentMethod'],
  card: ['phone', 'email'],
  views: [{ name: 'Active', address: 'status=active' }],
})
