/** The tables of factors, schedules and reports. */
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { factorBrokerFields, factors } from './factors.ts'
import { positiveMoney, signedMoney } from '#core/fields/amounts.ts'
import { choice, day, optionalDay, reference } from '#core/fields/fields.ts'
import { optionalText, text } from '#core/fields/text.ts'
import { ENTRY_KINDS } from './entries.ts'
import { depositFields, scheduleFields } from './requests.ts'

const id = (label: string) => ({ ...text(label), control: 'quantity' as const })
const ended = { voidedOn: optionalDay('Voided On'), voidReason: optionalText('Void Reason') }

const factorScheduleFields = {
  number: { ...optionalText('Schedule #'), number: true as const },
  factorId: id('Factor ID'),
  ...scheduleFields,
  state: text('State'),
  face: signedMoney('Face Amount'),
  ...ended,
}

const factorDepositFields = { factorId: id('Factor ID'), ...depositFields, ...ended }

const scheduleLineFields = {
  scheduleId: id('Schedule ID'),
  invoiceId: id('Invoice ID'),
  face: positiveMoney('Face Amount'),
}

const factorEntryFields = {
  depositId: id('Report ID'),
  day: day('Day'),
  kind: choice('Entry', ENTRY_KINDS, { formDefault: 'advance' }),
  invoiceId: id('Invoice ID'),
  amount: positiveMoney('Amount'),
  reference: optionalText('Reference'),
}

const ID = textColumn('id', 'ID')
const FACTOR_ID = textColumn('factorId', 'Factor ID')

const storedBrokerFields = {
  brokerId: reference('Broker', 'brokers', 'None'),
  ...factorBrokerFields,
}

export const factoringTables = {
  factors: {
    singular: factors.singular,
    seenBy: 'invoices',
    fields: factors.fields,
    stored: { file: 'CSV Columns' },
    csv: {
      file: 'factors',
      columns: [...csvColumns(factors.fields), textColumn('file', 'CSV Columns'), ID],
    },
  },
  factor_brokers: {
    singular: 'Broker’s factor',
    seenBy: 'invoices',
    fields: storedBrokerFields,
    stored: { factorId: 'Factor (ID)' },
    csv: { file: 'factor-brokers', columns: [...csvColumns(storedBrokerFields), FACTOR_ID] },
  },
  factor_schedules: {
    singular: 'Factor schedule',
    seenBy: 'invoices',
    fields: factorScheduleFields,
    stored: { submittedAt: 'Submitted', submittedBy: 'Submitted By (ID)' },
    csv: {
      file: 'factor-schedules',
      columns: [
        ...csvColumns(factorScheduleFields),
        textColumn('submittedAt', 'Submitted At'),
        textColumn('submittedBy', 'Submitted By'),
        ID,
      ],
    },
  },
  factor_schedule_lines: {
    seenBy: 'invoices',
    fields: scheduleLineFields,
    csv: {
      file: 'factor-schedule-lines',
      columns: [
        ...csvColumns(scheduleLineFields),
        textColumn('standing', 'Standing'),
        textColumn('closed', 'Closed'),
      ],
    },
  },
  factor_deposits: {
    singular: 'Factor report',
    seenBy: 'invoices',
    fields: factorDepositFields,
    csv: { file: 'factor-reports', columns: [...csvColumns(factorDepositFields), ID] },
  },
  factor_entries: {
    seenBy: 'invoices',
    fields: factorEntryFields,
    csv: {
      file: 'factor-entries',
      columns: [...csvColumns(factorEntryFields), FACTOR_ID, textColumn('voided', 'Voided')],
    },
  },
} as const satisfies Tables
