/**
 * What a role changes besides what the role before it in the list changes. It is written here once more, because the other
 * tests believe what the routes declare.
 */
export const CHANGED: Record<'viewer' | 'safety' | 'dispatcher' | 'accounting', string> = {
  viewer: `
    comments loads/comments loads/comments/read mails/cancel mails/mark-sent mails/send-again
    operations/undo team/view-as upload views
  `,
  safety: `
    audit/restore drivers drivers/bulk drivers/import drivers/import/check imports/sheets
    odometer-readings trash/restore
    trailers trailers/bulk trailers/import trailers/import/check trucks
    trucks/bulk trucks/import trucks/import/check
  `,
  dispatcher: `
    broker-checks broker-checks/documents broker-checks/files brokers brokers/bulk
    brokers/checks brokers/import brokers/import/check brokers/packet-order
    brokers/required-papers dispatchers dispatchers/bulk dispatchers/import
    dispatchers/import/check documents documents/reading loads loads/bulk loads/charges
    loads/documents loads/documents/read loads/import loads/import/check loads/upload-links
    owners owners/bulk owners/import owners/import/check taught-layouts upload-links
  `,
  accounting: `
    balance-entries/undo balances/hand-outs balances/interest balances/repayments
    balances/transfers balances/write-offs billing billing/apply-rules billing/approve
    billing/balances/refunds billing/cards/put-back billing/comments billing/comments/read billing/correct
    billing/expenses billing/expenses/take-off billing/generate-pdf billing/hold billing/mail
    billing/pay billing/releases billing/settle-again billing/take-over billing/void
    books/accounts books/closing card-accounts card-imports card-purchases card-purchases/figures card-purchases/import card-purchases/import/check
    card-purchases/match card-purchases/put-back cards costs lease-defaults leases leases/documents brokers/account-statement/mail brokers/contacts brokers/factor
    brokers/merge contacts deduction-rules differences differences/undo disputes disputes/close
    documents/total drivers/merge drivers/reveal export-batches factor-deposits/void factor-schedules
    factor-schedules/mail factor-schedules/sendings factor-schedules/submit
    factor-schedules/void factors factors/deposits factors/documents factors/file
    factors/schedules invoice-settings invoices invoices/approve invoices/contacts
    invoices/credit invoices/disputes invoices/mail invoices/rebill invoices/send
    invoices/sendings invoices/sendings/undo invoices/supplement invoices/void
    loads/charges/import loads/charges/import/check loads/payment-status/automatic
    owners/reveal payments payments/apply payments/closings payments/reissue
    payments/reverse questions/answer receipts receipts/apply receipts/parts/take-off
    receipts/refunds receipts/refunds/end receipts/reverse receivables/reminders
    receivables/reminders/settings settlements/run/mails trash
    trucks/merge
  `,
}

/** What a role also changes if the team's settings show it revenue: a Viewer comments, and a Dispatcher changes amounts of loads. */
export const CHANGED_WITH_REVENUE: Partial<Record<keyof typeof CHANGED, string[]>> = {
  viewer: ['billing/comments', 'billing/comments/read', 'billing/generate-pdf'],
  dispatcher: [
    'documents/total',
    'loads/charges/import',
    'loads/charges/import/check',
    'loads/payment-status/automatic',
  ],
}
