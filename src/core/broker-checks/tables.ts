/** The tables of broker checks. */
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { brokerChecks, brokerFiles } from './listings.ts'

export const brokerCheckTables = {
  broker_files: {
    singular: brokerFiles.singular,
    seenBy: 'office',
    fields: brokerFiles.fields,
    csv: {
      file: 'broker-files',
      columns: [...csvColumns(brokerFiles.fields), textColumn('id', 'File ID')],
    },
  },
  broker_checks: {
    singular: brokerChecks.singular,
    seenBy: 'office',
    labelField: 'day',
    fields: brokerChecks.fields,
    csv: { file: 'broker-checks' },
  },
} as const satisfies Tables
