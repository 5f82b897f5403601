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

/** Words of files without a list of codes. */
const WORDS: Record<string, BoughtKind> = {
  diesel: 'diesel',
  fuel: 'diesel',
  'diesel 2': 'diesel',
  'diesel 1': 'diesel-1',
  def: 'def',
  reefer: 'reefer',
  gasoline: 'gasoline',
  gas: 'gasoline',
  unleaded: 'gasoline',
  oil: 'oil',
  scale: 'scale',
  parking: 'parking',
  toll: 'toll',
  'cash advance': 'advance',
  fee: 'fee',
  tax: 'tax',
}

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
  return WORDS[word] ?? kindOfCode('efs', text)
}
