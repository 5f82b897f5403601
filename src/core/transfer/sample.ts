/** The CSV template for imports: every column, and one row that can be imported (SPEC B51). */
import { settableFields, type Entity } from '#core/entities/entity.ts'
import type { Control, Field } from '#core/fields/field.ts'
import { BYTE_ORDER_MARK, csvColumns, csvLine, headingLine } from './csv.ts'

export function sampleCsv(entity: Pick<Entity, 'fields'>): string {
  const fields = settableFields(entity.fields)
  const cells = Object.entries(fields).map(([name, field]) => exampleValue(name, field))
  return BYTE_ORDER_MARK + headingLine(csvColumns(fields)) + csvLine(cells)
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
  day: '11/20/2026',
  money: '$1,234.50',
  quantity: '780',
  year: '2024',
}
