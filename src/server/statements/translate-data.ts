/**
 * Translates the texts that Haulbook itself wrote into a snapshot: computations and names of lines. What the carrier
 * wrote stays as it is, and so do texts of earlier versions that no pattern matches. Figures never change (SPEC C80).
 */
import { isFactoringBasis } from '#core/settlements/bases.ts'
import { settlementFields } from '#core/settlements/settlement.ts'
import type { StatementData } from '#server/settlements/approval/statement-data.ts'

type Translations = readonly (readonly [pattern: RegExp, spanish: string])[]

const MONEY = String.raw`-?\$[\d,.]+`

/** Each pattern is replaced everywhere in a computation, which no person writes. */
const COMPUTATIONS: Translations = [
  [/\binstallment (\d+) of (\d+)/g, 'pago $1 de $2'],
  [new RegExp(String.raw`\bplus (${MONEY}) from before`, 'g'), 'más $1 de antes'],
  [new RegExp(String.raw`(${MONEY}) already taken`, 'g'), '$1 ya deducidos'],
  [/\blimited to (\S+)% of net\b/g, 'limitado al $1% del neto'],
  [new RegExp(String.raw`(${MONEY}) gross pay`, 'g'), '$1 de pago bruto'],
  [new RegExp(String.raw`\bplus (${MONEY}) adjustments`, 'g'), 'más $1 de ajustes'],
  [new RegExp(String.raw`\bless (${MONEY}) adjustments`, 'g'), 'menos $1 de ajustes'],
  [
    new RegExp(String.raw`\bplus (${MONEY}) from earlier statements`, 'g'),
    'más $1 de liquidaciones anteriores',
  ],
  [
    new RegExp(String.raw`\bless (${MONEY}) from earlier statements`, 'g'),
    'menos $1 de liquidaciones anteriores',
  ],
  [/\blimited to keep a net of /g, 'limitado para dejar un neto de '],
  [new RegExp(String.raw`(${MONEY}) of (${MONEY})`, 'g'), '$1 de $2'],
  [/ after fuel\b/g, ' después de combustible'],
  [/^negative net$/g, 'neto negativo'],
  [new RegExp(String.raw`(× ${MONEY}) net\b`, 'g'), '$1 neto'],
  [/\bflat (?=-?\$)/g, 'monto fijo '],
  [/ gal at (?=-?\$)/g, ' gal a '],
  [/\bretail (?=-?\$)/g, 'precio al público '],
  [/\bno discount\b/g, 'sin descuento'],
  [/\bdiscount (?=-?\$)/g, 'descuento '],
  [/\bpassed on (?=-?\$)/g, 'trasladado '],
  [/\bplus (?=[\d.]+%)/g, 'más '],
  [/\bby default\b/g, 'por defecto'],
  [/\bposted (?=\d)/g, 'registrado el '],
  [/\bempty mi\b/g, 'millas vacías'],
  [/(?<=\d )mi\b/g, 'millas'],
  [/\b1 load\b/g, '1 carga'],
  [/\bloads\b/g, 'cargas'],
  [/, edited\b/g, ', modificado'],
  [/, was /g, ', antes '],
  [new RegExp(String.raw`(× ${MONEY}) factored\b`, 'g'), '$1 en factoraje'],
  [new RegExp(String.raw`(× ${MONEY}) fee\b`, 'g'), '$1 de tarifa de factoraje'],
  [/^skipped$/g, 'omitido'],
]

const FEE = '(?: factored| factoring fee)?'
const CHANGE = String.raw`from \S+(?: mi)? to \S+(?: empty)?(?: mi)?${FEE}(?: and from \S+(?: mi)? to \S+(?: empty)?(?: mi)?${FEE})*`

/** The first pattern that matches a whole description is used. */
const DESCRIPTIONS: Translations = [
  [/^Carried forward to next statement$/, 'Pasa a la siguiente liquidación'],
  [/^Balance forward from statement (\d+) \((.+)\)$/, 'Saldo que viene de la liquidación $1 ($2)'],
  [/^Offset with statement (\d+) \(truck (.+)\)$/, 'Se compensa con la liquidación $1 (camión $2)'],
  [/^Offset with truck (.+)$/, 'Se compensa con el camión $1'],
  [/^Backup withholding\b/, 'Retención adicional de impuestos (backup withholding)'],
  [/^(.+): refund$/, '$1: reembolso'],
  [/^(.+), adjusts statement (\d+)$/, '$1, ajusta la liquidación $2'],
  [
    new RegExp(String.raw`^Load (.+?) changed (${CHANGE}) after statement (\d+)`),
    'La carga $1 cambió $2 después de la liquidación $3',
  ],
  [/^Loads changed after statement (\d+): /, 'Cargas que cambiaron después de la liquidación $1: '],
  [
    /^Rounding of earlier adjustments is open after statement (\d+)$/,
    'Redondeo de ajustes anteriores después de la liquidación $1',
  ],
]

/** How the description of a card purchase begins; the place is the card company's. */
const BOUGHT: Translations = [
  [/^Diesel #1(?=,|$)/, 'Diésel n.º 1'],
  [/^Diesel(?=,|$)/, 'Diésel'],
  [/^Gasoline(?=,|$)/, 'Gasolina'],
  [/^Reefer Fuel(?=,|$)/, 'Combustible del refrigerador'],
  [/^Oil and Fluids(?=,|$)/, 'Aceite y líquidos'],
  [/^Scale(?=,|$)/, 'Báscula'],
  [/^Parking(?=,|$)/, 'Estacionamiento'],
  [/^Toll(?=,|$)/, 'Peaje'],
  [/^Cash Advance(?=,|$)/, 'Anticipo en efectivo'],
  [/^Fee(?=,|$)/, 'Cargo de la tarjeta'],
  [/^Sales Tax(?=,|$)/, 'Impuesto de venta'],
  [/^Merchandise(?=,|$)/, 'Mercancía'],
]

/** Within the description of changed loads. */
const CHANGES: Translations = [
  [/\bfrom (\S+) mi to (\S+) mi\b/g, 'de $1 a $2 millas'],
  [/\bfrom (\S+) to (\S+) empty mi\b/g, 'de $1 a $2 millas vacías'],
  [
    new RegExp(String.raw`\bfrom (${MONEY}) to (${MONEY}) factored`, 'g'),
    'de $1 a $2 en factoraje',
  ],
  [
    new RegExp(String.raw`\bfrom (${MONEY}) to (${MONEY}) factoring fee`, 'g'),
    'de $1 a $2 de tarifa de factoraje',
  ],
  [new RegExp(String.raw`\bfrom (${MONEY}) to (${MONEY})`, 'g'), 'de $1 a $2'],
  [/ and (?=de )/g, ' y '],
  [new RegExp(String.raw`\balready adjusted by (${MONEY})`, 'g'), 'ya ajustado en $1'],
  [/\((deleted)\)/g, '(eliminada)'],
  [/\((moved)\)/g, '(pasó a otra liquidación)'],
  [/\((added later)\)/g, '(agregada después)'],
  [/\b(\d+) more loads?\b/g, '$1 cargas más'],
  [/\. No rate on record, not adjusted: /g, '. Sin tarifa registrada, no se ajustó: '],
]

/** "Load 1042, invoice 88, schedule 7". */
const REFERENCES: Translations = [
  [/^Load (?=.)/, 'Carga '],
  [/([,;]) invoice (.+?), schedule (?=\d)/g, '$1 factura $2, lista '],
]

/** The data of a statement with its stored texts in Spanish. */
export function translateData(data: StatementData): StatementData {
  return { ...data, lines: data.lines.map(translateLine) }
}

type Line = StatementData['lines'][number]
type LineTexts = Pick<Line, 'kind' | 'category' | 'basis' | 'description' | 'formula' | 'reference'>

/** The line with its stored texts in Spanish. */
export function translateLine<Of extends LineTexts>(line: Of): Of {
  return {
    ...line,
    description: line.description && translateDescription(line.description, line),
    formula: line.formula && replaceAll(line.formula, COMPUTATIONS),
    reference: line.reference && translateReference(line.reference, line),
  }
}

/** Translates the reference of a card purchase, of a factoring fee or of its adjustment. A person wrote any other reference. */
function translateReference(reference: string, { kind, basis }: Referenced): string {
  if (kind === 'card') return reference.replace(/^Invoice (?=.)/, 'Factura ')
  const isFee = kind === 'correction' || isFactoringBasis(basis)
  return isFee ? replaceAll(reference, REFERENCES) : reference
}

type Referenced = Pick<Line, 'kind' | 'basis'>

/** What a person wrote stays. The line of a default deduction is named like its category. */
function translateDescription(description: string, { kind, category }: Named): string | null {
  if (kind === 'rule') return description === settlementFields[category].label ? null : description
  if (kind === 'entered' || kind === 'plain' || kind === 'extra-pay') return description
  if (kind === 'card') return replaceAll(description, BOUGHT)
  const known = DESCRIPTIONS.find(([pattern]) => pattern.test(description))
  if (!known) return description
  const translated = description.replace(...known)
  return kind === 'correction' ? replaceAll(translated, CHANGES) : translated
}

type Named = Pick<Line, 'kind' | 'category'>

function replaceAll(text: string, translations: Translations): string {
  return translations.reduce((done, [pattern, spanish]) => done.replace(pattern, spanish), text)
}
