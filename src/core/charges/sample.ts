/** The template for an import of charges: a load with the usual charges (SPEC C149). */
import { csvColumns } from '#core/transfer/csv.ts'
import type { Report } from '#core/transfer/report.ts'
import { importedCharges } from './csv.ts'

const ROWS: readonly Readonly<Record<string, string>>[] = [
  { kind: 'Line Haul', amount: '2000.00' },
  { kind: 'Fuel Surcharge', quantity: '781', rate: '0.4533' },
  {
    kind: 'Detention',
    description: 'Dock 4',
    quantity: '2.5',
    rate: '50',
    stop: 'Delivery',
    arrivedAt: '11/20/2026 08:15',
    departedAt: '11/20/2026 12:45',
    approval: 'Approved',
    approvedBy: 'Kim',
    approvedOn: '2026-11-20',
  },
  { kind: 'Lumper', amount: '180.00', ownerShare: 'None', approval: 'Requested' },
]

export function buildChargesSample(): Report {
  const columns = csvColumns(importedCharges.fields)
  const rows = ROWS.map((row) => {
    const cells: Readonly<Record<string, string>> = { ...row, load: 'L-1001' }
    return columns.map(({ name }) => cells[name] ?? '')
  })
  return { file: 'charges-sample', columns, rows }
}
