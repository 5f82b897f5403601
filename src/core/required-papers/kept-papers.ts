import { optionalText } from '#core/fields/text.ts'
import { PAPER_KINDS } from './paper-kinds.ts'

/** The missing papers of a load: kinds of documents, "bol,lumper-receipt". The database keeps it (SPEC C130). `more`: options of the field. */
export function keptPapers(label: string, more: { filledWith?: string } = {}) {
  const presence = { some: 'Papers missing', none: 'Nothing missing' }
  return { ...optionalText(label), options: PAPER_KINDS, presence, kept: true as const, ...more }
}
