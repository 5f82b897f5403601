/** Factors, schedules and reports as CSV files. Only the ZIP of the whole account contains them (SPEC B53). */
import { factorBrokers, factors } from '#core/factoring/factors.ts'
import {
  factorDeposits,
  factorEntryFields,
  factorSchedules,
  scheduleLineFields,
} from '#core/factoring/listings.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { CsvListing } from '#server/streaming/csv-text.ts'

const ID = { name: 'id', title: 'ID', control: 'text' } as const

export const factoringListings: CsvListing[] = [
  {
    file: 'factors',
    listed: factors,
    columns: [
      ...csvColumns(factors.fields),
      { name: 'file', title: 'CSV Columns', control: 'text' },
      ID,
    ],
  },
  {
    file: 'factor-brokers',
    listed: factorBrokers,
    columns: [
      ...csvColumns(factorBrokers.fields),
      { name: 'factorId', title: 'Factor ID', control: 'text' },
    ],
  },
  {
    file: 'factor-schedules',
    listed: factorSchedules,
    columns: [
      ...csvColumns(factorSchedules.fields),
      { name: 'submittedAt', title: 'Submitted At', control: 'text' },
      { name: 'submittedBy', title: 'Submitted By', control: 'text' },
      ID,
    ],
  },
  {
    file: 'factor-schedule-lines',
    listed: { name: 'factorScheduleLines', fields: scheduleLineFields, columns: [] },
    columns: [
      ...csvColumns(scheduleLineFields),
      { name: 'standing', title: 'Standing', control: 'text' },
      { name: 'closed', title: 'Closed', control: 'text' },
    ],
  },
  {
    file: 'factor-reports',
    listed: factorDeposits,
    columns: [...csvColumns(factorDeposits.fields), ID],
  },
  {
    file: 'factor-entries',
    listed: { name: 'factorEntries', fields: factorEntryFields, columns: [] },
    columns: [
      ...csvColumns(factorEntryFields),
      { name: 'factorId', title: 'Factor ID', control: 'text' },
      { name: 'voided', title: 'Voided', control: 'text' },
    ],
  },
]
