import { defineEntity } from './entity.ts'
import { choice, secret } from '#core/fields/fields.ts'
import { address, email, notes, optionalText, phone, text } from '#core/fields/text.ts'

const PAYMENT_METHODS = [
  { value: 'check', label: 'Check' },
  { value: 'ach', label: 'ACH' },
  { value: 'wire', label: 'Wire' },
  { value: 'direct_deposit', label: 'Direct Deposit' },
] as const

export const owners = defineEntity({
  name: 'owners',
  singular: 'Owner',
  title: 'Truck Owners',
  description: 'Who owns the trucks and is paid by their settlements.',
  label: 'name',
  fields: {
    name: text('Name'),
    email: email('Email'),
    phone: phone('Phone'),
    address: address('Address'),
    paymentMethod: choice('Payment Method', PAYMENT_METHODS, { formDefault: 'check' }),
    taxId: secret(optionalText('Tax ID')),
    bankDetails: secret(notes('Bank Details')),
    notes: notes('Notes'),
  },
  columns: [{ title: 'Owner Name', fields: ['name'] }, 'phone', 'email', 'paymentMethod'],
})
