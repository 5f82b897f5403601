/** Product codes and names, as files have them. */
import type { BoughtKind } from '#core/cards/purchases.ts'

/** EFS and TCH. */
const EFS: Record<string, BoughtKind> = {
  ULSD: 'diesel',
  DSL1: 'diesel-1',
  ULSR: 'reefer',
  DEFD: 'def',
  SCLE: 'scale',
  OIL: 'oil',
  ANFR: 'oil',
  WWFL: 'oil',
  STAX: 'tax',
}

const PILOT: Record<string, BoughtKind> = { 20: 'diesel', 21: 'diesel-1', 33: 'reefer', 140: 'def' }

/** Comdata's codes of products that are no fuel. */
const COMDATA: Record<string, BoughtKind> = {
  O: 'def',
  B: 'scale',
  J: 'toll',
  C: 'parking',
  G: 'merchandise',
}

/** Words of files without a list of codes. "Fuel" alone is what a file of fuel calls diesel. */
const WORDS: Readonly<Partial<Record<BoughtKind, readonly string[]>>> = {
  diesel: [
    ...['diesel', 'fuel', 'diesel 2', 'diesel no 2', '2 diesel', 'no 2 diesel', 'diesel fuel'],
    ...[
      'truck diesel',
      'tractor diesel',
      'auto diesel',
      'ulsd',
      'ulsd 2',
      'ulsd fuel',
      'ulsd diesel',
    ],
    ...['ultra low sulfur diesel', 'tractor fuel', 'truck fuel', 'dsl', 'bio diesel', 'biodiesel'],
  ],
  'diesel-1': ['diesel 1', 'diesel no 1', '1 diesel', 'no 1 diesel', 'ulsd 1', 'number 1 diesel'],
  def: [
    'def',
    'def fluid',
    'diesel exhaust fluid',
    'bulk def',
    'def bulk',
    'packaged def',
    'adblue',
  ],
  reefer: [
    ...['reefer', 'reefer fuel', 'reefer diesel', 'reefer ulsd', 'ulsd reefer', 'diesel reefer'],
    ...['refrigeration fuel', 'dyed diesel', 'off road diesel'],
  ],
  gasoline: [
    'gasoline',
    'gas',
    'unleaded',
    'regular unleaded',
    'unleaded gasoline',
    'unleaded fuel',
  ],
  oil: [
    ...['oil', 'motor oil', 'engine oil', 'additive', 'additives', 'fuel additive', 'antifreeze'],
    ...['anti freeze', 'anti gel', 'coolant', 'washer fluid', 'windshield washer fluid', 'fluids'],
  ],
  scale: [
    'scale',
    'scales',
    'scale fee',
    'cat scale',
    'cat scales',
    'weigh',
    'reweigh',
    'weigh scale',
  ],
  parking: ['parking', 'parking fee', 'truck parking', 'reserved parking', 'overnight parking'],
  toll: ['toll', 'tolls', 'toll charge', 'toll charges', 'bridge toll', 'turnpike'],
  advance: [
    ...[
      'cash advance',
      'cash',
      'advance',
      'driver advance',
      'express cash',
      'money code',
      'comcheck',
    ],
    ...['comchek', 'lumper', 'lumper fee', 'lumpers'],
  ],
  fee: ['fee', 'fees', 'transaction fee', 'service fee', 'card fee', 'cash advance fee'],
  tax: ['tax', 'taxes', 'sales tax', 'state tax'],
  merchandise: [
    ...['merchandise', 'misc merchandise', 'store', 'food', 'restaurant', 'snacks', 'groceries'],
    ...['shower', 'showers', 'wash', 'truck wash', 'trailer wash', 'washout', 'laundry'],
  ],
}

const KINDS = new Map(
  (Object.keys(WORDS) as BoughtKind[]).flatMap((kind) =>
    (WORDS[kind] ?? []).map((word) => [word, kind] as const),
  ),
)

const LISTS = { efs: EFS, pilot: PILOT, comdata: COMDATA }

/** A code that the list does not have is unknown: it is never diesel by default. */
export function kindOfCode(list: keyof typeof LISTS, code: string): BoughtKind {
  return LISTS[list][code.trim().toUpperCase()] ?? 'unknown'
}

/** "ULSD" or "Diesel", of a file that anyone may have made. */
export function kindOfWord(text: string): BoughtKind {
  const word = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
  return KINDS.get(word) ?? kindOfCode('efs', text)
}
