import { defineEntity } from './entity.ts'
import { BACKUP_WITHHOLDING } from './backup-withholding.ts'
import { STATEMENT_EMAIL } from './statement-email.ts'
import { choice, expiryDay, secret, yesNo } from '#core/fields/fields.ts'
import { SERIAL, withKey } from '#core/fields/number-keys.ts'
import { seenBy } from '#core/fields/seen-by.ts'
import { address, emails, notes, optionalText, phone, state, text } from '#core/fields/text.ts'
import { DRIVER_PAYMENT_METHODS } from '#core/payment-methods.ts'
import { PERSON_STATUSES } from '#core/statuses.ts'

export const drivers = defineEntity({
  name: 'drivers',
  singular: 'Driver',
  title: 'Drivers',
  description: 'Your drivers, their CDLs and how they get paid.',
  label: 'name',
  fields: {
    name: text('Name'),
    email: emails('Email'),
    phone: phone('Phone'),
    address: address('Address'),
    licenseNumber: withKey(SERIAL, text('License #')),
    licenseState: state('License State'),
    licenseExpiration: expiryDay('License Expiry'),
    paymentMethod: seenBy(
      'settlements',
      choice('Payment Method', DRIVER_PAYMENT_METHODS, { formDefault: 'direct-deposit' }),
    ),
    offsetTrucks: seenBy('settlements', yesNo('Offset Between Trucks')),
    statementEmail: STATEMENT_EMAIL,
    taxId: secret(optionalText('Tax ID')),
    backupWithholding: BACKUP_WITHHOLDING,
    bankDetails: secret(notes('Bank Details')),
    notes: notes('Notes'),
    status: choice('Status', PERSON_STATUSES, { formDefault: 'active', defaultValue: 'active' }),
  },
  columns: [
    { title: 'Driver', fields: ['name'], show: 'avatar' },
    'phone',
    'email',
    'licenseNumber',
    'licenseState',
    'licenseExpiration',
    'paymentMethod',
  ],
  card: ['phone', 'email'],
  views: [
    // Includes expired licenses: those drivers must not drive.
    { name: 'Expiring Licenses', address: 'sort=licenseExpiration&licenseExpiration.to=30d' },
    { name: 'Active', address: 'status=active' },
  ],
})
