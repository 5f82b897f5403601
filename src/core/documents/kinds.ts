/** The kinds of documents. Lists of loads need only them, so they have a separate file. */
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

/** Its bytes show what the load pays. Members who do not see revenue do not open it. */
export const SHOWS_REVENUE: DocumentKind = 'rate-confirmation'

export function labelKind(kind: DocumentKind): string {
  return DOCUMENT_KINDS.find(({ value }) => value === kind)?.label ?? kind
}
