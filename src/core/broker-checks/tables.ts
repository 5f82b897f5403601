/** The tables of broker checks. */
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { choice, optionalDay, reference } from '#core/fields/fields.ts'
import { optionalCount } from '#core/fields/amounts.ts'
import { notes, optionalText, text } from '#core/fields/text.ts'
import { MANUAL_RESULTS } from './checks.ts'
import { FILE_KINDS, FILES } from './file-kinds.ts'

const KINDS = FILE_KINDS.map((value) => ({ value, label: FILES[value].label }))

const SOURCES = [...KINDS, { value: 'hand', label: 'Manual' }] as const

const RESULTS = [...MANUAL_RESULTS, { value: 'absent', label: 'Not in the file' }] as const

const brokerFileFields = {
  kind: choice('Kind', KINDS, { formDefault: 'authority' }),
  day: optionalDay('File Day'),
  name: text('File Name'),
  rowCount: optionalCount('Rows', 1, 100_000_000),
  found: optionalCount('Brokers Found', 0, 100_000_000),
  importedBy: { ...optionalText('Imported By (ID)'), control: 'none' as const },
  importedAt: { ...optionalText('Imported At'), control: 'none' as const },
}

const brokerCheckFields = {
  brokerId: reference('Broker', 'brokers', 'N/A'),
  source: choice('Source', SOURCES, { formDefault: 'hand' }),
  day: optionalDay('Day'),
  result: choice('Result', RESULTS, { formDefault: 'active' }),
  searched: optionalText('Searched For'),
  rows: { ...optionalText('Rows'), control: 'none' as const },
  note: notes('Note'),
  fileId: { ...optionalText('File (ID)'), control: 'none' as const },
  checkedBy: { ...optionalText('Checked By (ID)'), control: 'none' as const },
  checkedAt: { ...optionalText('Checked At'), control: 'none' as const },
}

export const brokerCheckTables = {
  broker_files: {
    singular: 'FMCSA file',
    seenBy: 'office',
    fields: brokerFileFields,
    csv: {
      file: 'broker-files',
      columns: [...csvColumns(brokerFileFields), textColumn('id', 'File ID')],
    },
  },
  broker_checks: {
    singular: 'Broker check',
    seenBy: 'office',
    labelField: 'day',
    fields: brokerCheckFields,
    csv: { file: 'broker-checks' },
  },
} as const satisfies Tables
