/** Values that no form has, and that the audit log shows: their labels in the words of the screens (SPEC S31). */
import type { Fields } from '#core/fields/field.ts'
import { optionalText } from '#core/fields/text.ts'

const LABELS: Record<string, Record<string, string>> = {
  loads: { weekNumber: 'Week #', weekYear: 'Week Year', chargeCount: 'Charges' },
  load_charges: { number: 'Order' },
  billing: {
    number: 'Statement #',
    approvedAt: 'Approved',
    approvedOn: 'Approved On',
    voidedAt: 'Voided',
    voidReason: 'Void Reason',
    payee: 'Payee ID',
    paidAmount: 'Paid',
    holdReason: 'Hold Reason',
  },
  expenses: {
    billingId: 'Settlement ID',
    kind: 'Type',
    formula: 'Calculation',
    ruleId: 'Recurring Deduction ID',
    ruleKey: 'Recurring Deduction',
    byHand: 'Edited',
    voided: 'Void',
    carriedFrom: 'Balance Forward From (ID)',
    corrects: 'Adjusts Settlement (ID)',
    takenOver: 'Transferred From (ID)',
    transferReason: 'Transfer Reason',
    skipped: 'Skipped',
    basis: 'Calculated As',
    basisValue: 'Amount or Rate',
    basisFigure: 'Calculated From',
    reached: 'Total So Far',
    reachedOf: 'Total Amount',
    loadNumber: 'Load #',
    ruleScope: 'Applies To',
    rulePeriod: 'Deducted Every',
    netFloor: 'Minimum Net',
    limited: 'Reduced by Minimum Net',
    deferred: 'Deferred',
    restates: 'Restates Settlement (ID)',
    adjustsPay: 'Adjusts Extra Pay',
    subjectToPercent: 'Subject to Percentage',
    offsetWith: 'Offset With (ID)',
  },
  releases: {
    billingId: 'Settlement ID',
    amount: 'Amount',
    revenue: 'Revenue',
    miles: 'Miles',
    emptyMiles: 'Empty Miles',
    loads: 'Loads',
    net: 'Net',
  },
  balance_entries: {
    ruleId: 'Balance ID',
    otherRuleId: 'Transferred To or From (ID)',
    effect: 'Change of Balance',
    quarter: 'Quarter',
    rate: 'Interest Rate',
    balanceDays: 'Balance × Days',
    undoes: 'Undoes Entry (ID)',
    undone: 'Undone',
    statedOn: 'Statement ID',
  },
  payouts: {
    payee: 'Payee ID',
    ruleId: 'Balance ID',
    replaces: 'Replaces Payment (ID)',
    needsDecision: 'Needs a Decision',
    applied: 'Applied',
    closed: 'Repaid or Written Off',
  },
  payout_parts: {
    wasUnapplied: 'From Unapplied Payment',
    ended: 'No Longer Applied',
    endedAt: 'Applied Until',
    appliedOn: 'Applied On',
  },
  payout_closings: { payoutId: 'Payment ID' },
  receipts: { applied: 'Applied' },
  receipt_parts: { receiptId: 'Money Received (ID)', invoiceId: 'Invoice ID' },
  receipt_differences: {
    receiptId: 'Money Received (ID)',
    invoiceId: 'Invoice ID',
    chargeId: 'Charge ID',
    creditNoteId: 'Credit Note ID',
  },
  receipt_refunds: { receiptId: 'Money Received (ID)' },
  questions: {
    billingId: 'Settlement ID',
    payee: 'Payee ID',
    number: 'Statement #',
    truck: 'Truck #',
    payeeName: 'Payee',
    lineKey: 'Line ID',
    lineText: 'Line',
    text: 'Question',
    askedBy: 'Asked By (ID)',
    askedAt: 'Asked',
    answer: 'Answer',
    answeredBy: 'Answered By (ID)',
    answeredAt: 'Answered',
  },
  comments: { billingId: 'Settlement', deletedAt: 'Deleted' },
  documents: {
    type: 'File Type',
    pages: 'Pages',
    bytes: 'Size',
    sha256: 'Checksum',
    replacesId: 'Replaces Document (ID)',
    uploadedBy: 'Uploaded By (ID)',
    uploadLinkId: 'Upload Link',
    uploadedAt: 'Uploaded',
    bolStatusBefore: 'BOL Status Before',
    sentAt: 'Sent',
    deletedAt: 'Deleted',
  },
  upload_links: {
    madeBy: 'Made By (ID)',
    lastUsedAt: 'Last Used',
    uploads: 'Uploads',
    bytes: 'Uploaded Bytes',
  },
  invoices: {
    sequence: 'Sequence',
    factorId: 'Factor (ID)',
    creditsId: 'Credits Invoice (ID)',
    rebillsId: 'Rebills Invoice (ID)',
    supplementsId: 'Supplements Invoice (ID)',
    approvedAt: 'Approved',
    approvedBy: 'Approved By (ID)',
    creditedAmount: 'Credited',
  },
  logos: { digest: 'Checksum', type: 'File Type', width: 'Width', height: 'Height', bytes: 'Size' },
}

const LINKS: Record<string, Record<string, string>> = {
  comments: { billingId: 'billing' },
  documents: { uploadLinkId: 'upload_links' },
}

/** The table whose record a value is the id of, if an event has the record's name. */
export function findStoredLink(table: string, field: string): string | undefined {
  return LINKS[table]?.[field]
}

/** The fields of a table that only the log shows. */
export function findStoredFields(table: string): Fields {
  const labels = Object.entries(LABELS[table] ?? {})
  return Object.fromEntries(labels.map(([name, label]) => [name, optionalText(label)]))
}
