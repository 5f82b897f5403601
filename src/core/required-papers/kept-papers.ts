import { optionalText } from '#core/fields/text.ts'
import { PAPER_KINDS } from './paper-kinds.ts'

/** A field for a load's missing papers, "bol,lumper-receipt". The database maintains its value (SPEC C130). */
export function keptPapers(label: string, more: { filledWith?: string } = {}) {
  const presence = { some: 'Documents missing', none: 'Nothing missing' }
  return { ...optionalText(label), options: PAPER_KINDS, presence, kept: true as const, ...more }
}
