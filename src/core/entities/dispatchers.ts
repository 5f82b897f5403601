import { defineEntity } from './entity.ts'
import { email, optionalText, phone, text } from '#core/fields/text.ts'

export const dispatchers = defineEntity({
  name: 'dispatchers',
  singular: 'Dispatcher',
  title: 'Dispatchers',
  description: 'Names for your loads. Logins are under Team in Settings.',
  label: 'name',
  fields: {
    name: text('Name'),
    phone: phone('Phone'),
    extension: optionalText('Extension'),
    email: email('Email'),
  },
  columns: ['name', 'phone', 'extension', 'email'],
})
