/** The table of the charges of loads. */
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { loadCharges } from './charges.ts'

const { loadId: _load, documentId: _document, ...chargeFields } = loadCharges.fields

export const chargeTables = {
  load_charges: {
    singular: 'Charge',
    seenBy: 'office',
    restoredBy: 'loads',
    isPart: true,
    labelField: 'kind',
    fields: loadCharges.fields,
    stored: { number: 'Order' },
    csv: {
      file: 'charges',
      columns: [
        { name: 'loadId', title: 'Load', control: 'reference' },
        textColumn('number', 'Number'),
        ...csvColumns(chargeFields),
        textColumn('documentId', 'Document ID'),
      ],
    },
  },
} as const satisfies Tables
