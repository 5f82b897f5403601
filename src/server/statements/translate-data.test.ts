import { expect, test } from 'vitest'
import type { Line } from '#core/settlements/lines.ts'
import type { StatementData } from '#server/settlements/approval/statement-data.ts'
import { translateData } from './translate-data.ts'

function translate(line: Partial<Line>): Partial<Line> {
  const [translated] = translateData({ lines: [line] } as unknown as StatementData).lines
  return translated as Partial<Line>
}

test.each([
  ['12% × $9,875.38', '12% × $9,875.38'],
  ['12.5% × $9,875.38 after fuel, edited', '12.5% × $9,875.38 después de combustible, modificado'],
  [
    '25% × $1,200.00 net, limited to keep a net of $1,000.00',
    '25% × $1,200.00 neto, limitado para dejar un neto de $1,000.00',
  ],
  [
    'flat $300.00, limited to 50% of net ($400.00)',
    'monto fijo $300.00, limitado al 50% del neto ($400.00)',
  ],
  ['3% × $2,400.00 factored', '3% × $2,400.00 en factoraje'],
  [
    '100% × $36.00 fee, was 100% × $0.00 fee',
    '100% × $36.00 de tarifa de factoraje, antes 100% × $0.00 de tarifa de factoraje',
  ],
  ['flat $350.00', 'monto fijo $350.00'],
  ['installment 3 of 10, $600.00 of $2,000.00', 'pago 3 de 10, $600.00 de $2,000.00'],
  ['flat $50.00, plus $50.00 from before', 'monto fijo $50.00, más $50.00 de antes'],
  ['flat $50.00, $20.00 already taken', 'monto fijo $50.00, $20.00 ya deducidos'],
  ['1,250.5 mi × $0.60', '1,250.5 millas × $0.60'],
  [
    '120 empty mi × $0.605, was 110 empty mi × $0.605',
    '120 millas vacías × $0.605, antes 110 millas vacías × $0.605',
  ],
  ['1 load × $25.00', '1 carga × $25.00'],
  ['4 loads × $25.00', '4 cargas × $25.00'],
  [
    '206.29 gal at $3.429, retail $707.38, discount $113.71, passed on $113.71, plus 2%',
    '206.29 gal a $3.429, precio al público $707.38, descuento $113.71, trasladado $113.71, más 2%',
  ],
  [
    'retail -$12.50, no discount, flat -$5.00, by default, posted 11/20',
    'precio al público -$12.50, sin descuento, monto fijo -$5.00, por defecto, registrado el 11/20',
  ],
  ['negative net', 'neto negativo'],
  ['skipped', 'omitido'],
])('C80 The computation "%s" is "%s" in Spanish', (formula, spanish) => {
  expect(translate({ kind: 'rule', formula }).formula).toBe(spanish)
})

test.each([
  ['carry-out', 'Carried forward to next statement', 'Pasa a la siguiente liquidación'],
  [
    'carry-in',
    'Balance forward from statement 7 (11/13/2026)',
    'Saldo que viene de la liquidación 7 (11/13/2026)',
  ],
  [
    'offset',
    'Offset with statement 4 (truck 102)',
    'Se compensa con la liquidación 4 (camión 102)',
  ],
  ['withholding', 'Backup withholding', 'Retención adicional de impuestos (backup withholding)'],
  ['refund', 'Escrow: refund', 'Escrow: reembolso'],
  ['correction', 'Carrier fee, adjusts statement 12', 'Carrier fee, ajusta la liquidación 12'],
  [
    'correction',
    'Load 1042 changed from $2,400.00 to $2,150.00 and from 400 mi to 390.5 mi after statement 37, already adjusted by $50.00',
    'La carga 1042 cambió de $2,400.00 a $2,150.00 y de 400 a 390.5 millas después de la liquidación 37, ya ajustado en $50.00',
  ],
  [
    'correction',
    'Load 1042 changed from $0.00 to $1,000.00 factored and from $0.00 to $30.00 factoring fee after statement 37',
    'La carga 1042 cambió de $0.00 a $1,000.00 en factoraje y de $0.00 a $30.00 de tarifa de factoraje después de la liquidación 37',
  ],
  [
    'correction',
    'Load A-1 changed from $900.00 to $0.00 after statement 37 (deleted)',
    'La carga A-1 cambió de $900.00 a $0.00 después de la liquidación 37 (eliminada)',
  ],
  [
    'correction',
    'Loads changed after statement 3: 1042 from $1.00 to $2.00; 1043 from 10 to 12 empty mi; 2 more loads',
    'Cargas que cambiaron después de la liquidación 3: 1042 de $1.00 a $2.00; 1043 de 10 a 12 millas vacías; 2 cargas más',
  ],
] as const)('C80 A line of kind %s, "%s", is "%s" in Spanish', (kind, description, spanish) => {
  expect(translate({ kind, category: 'other', description }).description).toBe(spanish)
})

test.each(['entered', 'plain', 'rule', 'extra-pay'] as const)(
  'C80 A translation keeps what the carrier wrote on a line of kind %s',
  (kind) => {
    const description = 'Escrow and fuel'
    expect(translate({ kind, category: 'other', description }).description).toBe(description)
  },
)

test('C80 The line of a default deduction has the Spanish name of its category', () => {
  expect(translate({ kind: 'rule', category: 'fuel', description: 'Fuel' }).description).toBeNull()
  const tolls = translate({ kind: 'rule', category: 'tolls', description: 'Fuel' })
  expect(tolls.description).toBe('Fuel')
})

test('C80 C236 The load, invoice and schedule of a factoring fee are named in Spanish', () => {
  const reference = 'Load 1042, invoice 88, schedule 7; invoice 89, schedule 8'
  const spanish = 'Carga 1042, factura 88, lista 7; factura 89, lista 8'
  expect(translate({ kind: 'rule', basis: 'factoring-fee', reference }).reference).toBe(spanish)
  expect(translate({ kind: 'correction', reference }).reference).toBe(spanish)
  expect(translate({ kind: 'entered', reference }).reference).toBe(reference)
})

test('C578 C80 What a card bought is named in Spanish, its place as the card company has it', () => {
  const line = { kind: 'card', category: 'fuel', reference: 'Invoice 88' } as const
  expect(
    translate({ ...line, description: 'Diesel, Fee Creek Truck Stop, Tulsa OK' }),
  ).toMatchObject({
    description: 'Diésel, Fee Creek Truck Stop, Tulsa OK',
    reference: 'Factura 88',
  })
})
