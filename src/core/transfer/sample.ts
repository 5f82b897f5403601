/** The template for imports: every column, and one row that can be imported (SPEC B51). */
import { formatDay, isDay } from '#core/calendar.ts'
import { settableFields, type Entity } from '#core/entities/entity.ts'
import type { Control, Field } from '#core/fields/field.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { csvColumns } from './csv.ts'
import { reportText, type Report } from './report.ts'

export function buildSample({ name, fields }: Pick<Entity, 'name' | 'fields'>): Report {
  const settable = settableFields(fields)
  const cells = Object.entries(settable).map(([field, own]) => exampleValue(field, own))
  return { file: `${name}-sample`, columns: csvColumns(settable), rows: [cells] }
}

/** Days and amounts as people type them. In a workbook they are Excel's own. */
export function sampleText(sample: Report): string {
  const { columns, rows } = sample
  const typed = rows.map((cells) => cells.map((cell, at) => toTyped(cell, columns[at]?.control)))
  return reportText({ ...sample, rows: typed })
}

function toTyped(cell: string, control: Control | undefined): string {
  if (control === 'day' && isDay(cell)) return formatDay(cell)
  // A rate has more decimals.
  return control === 'money' && /\.\d\d$/.test(cell) ? formatMoney(toCents(cell)) : cell
}

function exampleValue(name: string, { control, options, unit }: Field): string {
  // A link must name an existing record.
  if (control === 'reference') return ''
  if (unit === '%') return '3.5'
  return EXAMPLES[name] ?? CONTROL_EXAMPLES[control] ?? options?.[0]?.label ?? ''
}

/** The sample values, by field. */
const EXAMPLES: Readonly<Record<string, string>> = {
  loadId: 'L-1001',
  brokerLoadNumber: '20512345',
  poNumber: 'PO-7712',
  bolNumber: '6100450',
  pickupNumber: 'PU3300',
  pickupTime: '08:00-14:00',
  deliveryTime: '09:00',
  pieces: '24',
  cargoType: 'Dry goods',
  weight: '42000',
  pickupCity: 'Dallas',
  pickupZip: '75201',
  deliveryCity: 'Atlanta',
  deliveryState: 'GA',
  deliveryZip: '30303',
  name: 'John Smith',
  address: '123 Main St, Dallas, TX 75201',
  licenseNumber: '12345678',
  extension: '12',
  companyName: 'Acme Freight Brokers',
  contactPerson: 'Jane Doe',
  mcNumber: 'MC-123456',
  dotNumber: '1234567',
  truckId: '101',
  trailerId: '53120',
  make: 'Freightliner',
  model: 'Cascadia',
  vin: '1FUJGLDR5CSBH1234',
  licensePlate: 'ABC1234',
  taxId: '12-3456789',
}

const CONTROL_EXAMPLES: Partial<Record<Control, string>> = {
  email: 'john@example.com',
  emails: 'john@example.com',
  phone: '(555) 010-2030',
  state: 'TX',
  day: '2026-11-20',
  money: '1234.50',
  quantity: '780',
  year: '2024',
}
