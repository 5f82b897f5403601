import { DOCUMENT_KINDS, type DocumentKind } from '#core/documents/kinds.ts'

/** "Other" can be any paper, so no rule requires it. */
export type PaperKind = Exclude<DocumentKind, 'other'>

export const PAPER_KINDS = DOCUMENT_KINDS.filter(
  (kind): kind is Extract<(typeof DOCUMENT_KINDS)[number], { value: PaperKind }> =>
    kind.value !== 'other',
)
