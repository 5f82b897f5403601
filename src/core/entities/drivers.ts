import { defineEntity } from './entity.ts'
import { choice, day, TODAY, secret } from '#core/fields/fields.ts'
import { address, email, notes, phone, state, text } from '#core/fields/text.ts'

const PAYMENT_METHODS = [
  { value: 'direct-deposit', label: 'Direct Deposit' },
  { value: 'check', label: 'Check' },
  { value: 'cash', label: 'Cash' },
  { value: 'wire-transfer', label: 'Wire Transfer' },
] as const

export const drivers = defineEntity({
  name: 'drivers',
  singular: 'Driver',
  title: 'Drivers',
  description: 'The people who drive your trucks, with their licenses and how they are paid.',
  label: 'name',
  fields: {
    name: text('Name'),
    email: email('Email'),
    phone: phone('Phone'),
    address: address('Address'),
    licenseNumber: text('License #'),
    licenseState: state('License State'),
    licenseExpiration: day('License Expiry', TODAY),
    paymentMethod: choice('Payment Method', PAYMENT_METHODS, { formDefault: 'direct-deposit' }),
    bankDetails: secret(notes('Bank Details')),
    notes: notes('Notes'),
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
  views: [
    // Those that have expired already, too: they must not drive today.
    { name: 'Expiring Licenses', address: 'sort=licenseExpiration&licenseExpiration.to=30d' },
  ],
})
