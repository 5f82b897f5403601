/** The kinds of documents. They have a separate file, because lists of loads need only the kinds. */
export const DOCUMENT_KINDS = [
  { value: 'rate-confirmation', label: 'Rate Confirmation' },
  { value: 'bol', label: 'BOL' },
  { value: 'pod', label: 'POD' },
  { value: 'lumper-receipt', label: 'Lumper Receipt' },
  { value: 'scale-ticket', label: 'Scale Ticket' },
  { value: 'detention-proof', label: 'Detention Proof' },
  { value: 'receipt', label: 'Receipt' },
  { value: 'other', label: 'Other' },
] as const

export type DocumentKind = (typeof DOCUMENT_KINDS)[number]['value']

/** The kind that shows what the load pays. Members who do not see revenue can't open it. */
export const SHOWS_REVENUE: DocumentKind = 'rate-confirmation'

export function labelKind(kind: DocumentKind): string {
  return DOCUMENT_KINDS.find(({ value }) => value === kind)?.label ?? kind
}
