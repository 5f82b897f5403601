import { defineEntity } from './entity.ts'
import {
  notes,
  optionalAddress,
  optionalEmail,
  optionalPhone,
  optionalText,
  optionalUniqueNumber,
  text,
} from '#core/fields/text.ts'

export const brokers = defineEntity({
  name: 'brokers',
  singular: 'Broker',
  title: 'Brokers',
  description: 'Brokers and customers who tender you loads.',
  label: 'companyName',
  fields: {
    companyName: text('Company Name'),
    contactPerson: optionalText('Contact Person'),
    phone: optionalPhone('Phone'),
    email: optionalEmail('Email'),
    mcNumber: optionalUniqueNumber('MC Number'),
    dotNumber: optionalUniqueNumber('DOT Number'),
    address: optionalAddress('Address'),
    notes: notes('Notes'),
  },
  columns: ['companyName', 'contactPerson', 'phone', 'email', 'mcNumber'],
})
