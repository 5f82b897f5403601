import { defineEntity } from './entity.ts'
import { optionalCount, optionalFloor, percentOrNull } from '#core/fields/amounts.ts'
import { choice } from '#core/fields/fields.ts'
import { withHelp } from '#core/fields/help.ts'
import { DOCKET, USDOT, withKey } from '#core/fields/number-keys.ts'
import { seenBy } from '#core/fields/seen-by.ts'
import {
  notes,
  optionalAddress,
  optionalEmails,
  optionalPhone,
  optionalText,
  optionalUniqueNumber,
  text,
} from '#core/fields/text.ts'
import { BROKER_STATUSES } from '#core/statuses.ts'

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
    email: optionalEmails('Email'),
    mcNumber: withKey(DOCKET, optionalUniqueNumber('MC Number')),
    dotNumber: withKey(USDOT, optionalUniqueNumber('DOT Number')),
    address: optionalAddress('Address'),
    billToName: withHelp(optionalText('Bill-To Name'), 'If invoices go to another company'),
    billToAddress: optionalAddress('Bill-To Address'),
    invoiceEmail: optionalEmails('Invoice Email'),
    carrierId: withHelp(
      optionalText('Our Carrier ID'),
      'The broker’s number for you, on every invoice',
    ),
    termsDays: withHelp(
      optionalCount('Terms (Days)', 0, 365),
      'Blank: your default terms. 0: due on receipt',
    ),
    quickPayPercent: seenBy('revenue', percentOrNull('Quick Pay (%)')),
    quickPayWithin: optionalCount('Quick Pay Within (Days)', 0, 365),
    creditLimit: seenBy('revenue', optionalFloor('Credit Limit')),
    notes: notes('Notes'),
    status: choice('Status', BROKER_STATUSES, { formDefault: 'active', defaultValue: 'active' }),
  },
  columns: ['companyName', 'contactPerson', 'phone', 'email', 'mcNumber'],
  card: ['contactPerson', 'phone'],
  views: [{ name: 'Active', address: 'status=active' }],
  internal: ['oldDouble', 'oldDoubleDot'],
})
