/** Broker checks as CSV files. Only the ZIP of the whole account contains them (SPEC B53). */
import { brokerChecks, brokerFiles } from '#core/broker-checks/listings.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import type { CsvListing } from '#server/streaming/csv-text.ts'

const id = { name: 'id', title: 'File ID', control: 'text' } as const

export const brokerFileListing: CsvListing = {
  file: 'broker-files',
  listed: brokerFiles,
  columns: [...csvColumns(brokerFiles.fields), id],
}

export const brokerCheckListing: CsvListing = {
  file: 'broker-checks',
  listed: brokerChecks,
  columns: csvColumns(brokerChecks.fields),
}
