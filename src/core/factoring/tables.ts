/** The tables of factors, schedules and reports. */
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { factorBrokers, factors } from './factors.ts'
import {
  factorDeposits,
  factorEntryFields,
  factorSchedules,
  scheduleLineFields,
} from './listings.ts'

const ID = textColumn('id', 'ID')
const FACTOR_ID = textColumn('factorId', 'Factor ID')

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
    singular: factorBrokers.singular,
    seenBy: 'invoices',
    fields: factorBrokers.fields,
    stored: { factorId: 'Factor (ID)' },
    csv: { file: 'factor-brokers', columns: [...csvColumns(factorBrokers.fields), FACTOR_ID] },
  },
  factor_schedules: {
    singular: factorSchedules.singular,
    seenBy: 'invoices',
    fields: factorSchedules.fields,
    stored: { submittedAt: 'Submitted', submittedBy: 'Submitted By (ID)' },
    csv: {
      file: 'factor-schedules',
      columns: [
        ...csvColumns(factorSchedules.fields),
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
    singular: factorDeposits.singular,
    seenBy: 'invoices',
    fields: factorDeposits.fields,
    csv: { file: 'factor-reports', columns: [...csvColumns(factorDeposits.fields), ID] },
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
